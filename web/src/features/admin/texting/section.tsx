// Who brings texts to phones: the built-in handset, or Twilio with the company's own account.

import { useQuery } from "@connectrpc/connect-query";
import { CarrierService } from "../../../gen/parlor/v1/carrier_service_pb";
import { useCurrent } from "../../../rpc/current";
import { toProblem } from "../../../rpc/problem";
import { ProblemFace, Skeleton } from "../../../ui";
import "../../../ui/table/table.css";
import "../company/company.css";
import { Numbers } from "./numbers";
import { TwilioForm } from "./twilio-form";

function Waiting() {
  return (
    <section className="panel panel__body stack stack--loose" aria-label="Twilio">
      <p className="visually-hidden" role="status">
        Loading the Twilio account
      </p>
      <Skeleton wide="32%" high="20px" />
      <Skeleton wide="100%" high="36px" />
      <Skeleton wide="100%" high="36px" />
    </section>
  );
}

function Account() {
  const { company } = useCurrent();
  const query = useQuery(CarrierService.method.getTwilio, { id: company.id });
  const twilio = query.data?.twilio;
  if (twilio) return <TwilioForm key={company.id} company={company} twilio={twilio} />;
  if (!query.error) return <Waiting />;
  return (
    <section className="panel" aria-label="Twilio">
      <ProblemFace
        title="The Twilio account did not load"
        problem={toProblem(query.error)}
        onRetry={() => query.refetch()}
        pending={query.isFetching}
      />
    </section>
  );
}

export default function TextingSection() {
  return (
    <div className="company">
      <Numbers />
      <Account />
    </div>
  );
}
