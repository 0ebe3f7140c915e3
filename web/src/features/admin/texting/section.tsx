// Who brings texts to phones: the built-in handset, or Twilio with the company's own account;
// and by what the bot finds answers to them.

import { useQuery } from "@connectrpc/connect-query";
import { CarrierService } from "../../../gen/parlor/v1/carrier_service_pb";
import { useCurrent } from "../../../rpc/current";
import "../../../ui/table/table.css";
import "../company/company.css";
import { NotThere } from "../not-there";
import { Answering } from "./answering";
import { Numbers } from "./numbers";
import { TwilioForm } from "./twilio-form";

function Account() {
  const { company } = useCurrent();
  const query = useQuery(CarrierService.method.getTwilio, { id: company.id });
  const twilio = query.data?.twilio;
  if (twilio) return <TwilioForm key={company.id} company={company} twilio={twilio} />;
  return <NotThere label="Twilio" what="The Twilio account" query={query} />;
}

export default function TextingSection() {
  return (
    <div className="company">
      <div className="stack stack--loose">
        <Numbers />
        <Answering />
      </div>
      <Account />
    </div>
  );
}
