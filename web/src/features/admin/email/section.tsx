// How the company's mail leaves. Settings hold once a test message was taken.

import { useQuery } from "@connectrpc/connect-query";
import { MailService } from "../../../gen/parlor/v1/mail_service_pb";
import { useCurrent } from "../../../rpc/current";
import { toProblem } from "../../../rpc/problem";
import { ProblemFace, Skeleton } from "../../../ui";
import "../../../ui/table/table.css";
import "../company/company.css";
import { EmailForm } from "./email-form";
import { Way } from "./way";

function Waiting() {
  return (
    <div className="company">
      <section className="panel panel__body stack stack--loose" aria-label="E-mail">
        <p className="visually-hidden" role="status">
          Loading how mail leaves
        </p>
        <Skeleton wide="32%" high="20px" />
        <Skeleton wide="100%" high="36px" />
        <Skeleton wide="100%" high="36px" />
        <Skeleton wide="64%" high="36px" />
      </section>
      <div className="panel panel__body stack stack--loose">
        <Skeleton wide="60%" high="20px" />
        <Skeleton wide="100%" />
      </div>
    </div>
  );
}

export default function EmailSection() {
  const { company } = useCurrent();
  const query = useQuery(MailService.method.getEmailConfiguration, { id: company.id });
  const configuration = query.data?.emailConfiguration;
  if (configuration) {
    return (
      <div className="company" key={company.id}>
        <EmailForm company={company} configuration={configuration} />
        <Way company={company} configuration={configuration} />
      </div>
    );
  }
  if (!query.error) return <Waiting />;
  return (
    <section className="panel" aria-label="E-mail">
      <ProblemFace
        title="The e-mail settings did not load"
        problem={toProblem(query.error)}
        onRetry={() => query.refetch()}
        pending={query.isFetching}
      />
    </section>
  );
}
