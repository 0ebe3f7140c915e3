// Carriers of the company's numbers (the test phone or its account at Twilio or Textline) and the bot status.

import { useQuery } from "@connectrpc/connect-query";
import { useSession } from "../../../entities/session/session";
import { CarrierService } from "../../../gen/parlor/v1/carrier_service_pb";
import "../../../ui/table/table.css";
import "../company/company.css";
import { QueryState } from "../query-state";
import { EngineStatus } from "./engine-status";
import { labels } from "./labels";
import { Numbers } from "./numbers";
import { TextlineForm } from "./textline-form";
import { TwilioForm } from "./twilio-form";

function TwilioAccount() {
  const { company } = useSession();
  const query = useQuery(CarrierService.method.getTwilio, { id: company.id });
  const twilio = query.data?.twilio;
  if (twilio) return <TwilioForm key={company.id} company={company} twilio={twilio} />;
  return <QueryState label={labels.twilio} what={labels.twilioAccount} query={query} />;
}

function TextlineAccount() {
  const { company } = useSession();
  const query = useQuery(CarrierService.method.getTextline, { id: company.id });
  const textline = query.data?.textline;
  if (textline) return <TextlineForm key={company.id} company={company} textline={textline} />;
  return <QueryState label={labels.textline} what={labels.textlineAccount} query={query} />;
}

export default function TextingSection() {
  return (
    <div className="company">
      <div className="stack stack--loose">
        <Numbers />
        <EngineStatus />
      </div>
      <div className="stack stack--loose">
        <TwilioAccount />
        <TextlineAccount />
      </div>
    </div>
  );
}
