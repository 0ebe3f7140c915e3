// How the company's mail leaves. Settings hold once a test message was taken.

import { useQuery } from "@connectrpc/connect-query";
import { MailService } from "../../../gen/parlor/v1/mail_service_pb";
import { useCurrent } from "../../../rpc/current";
import { Skeleton } from "../../../ui";
import "../../../ui/table/table.css";
import "../company/company.css";
import { NotThere } from "../not-there";
import { EmailForm } from "./email-form";
import { Way } from "./way";

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
  return (
    <NotThere label="E-mail" what="The e-mail settings" query={query}>
      <div className="panel panel__body stack stack--loose">
        <Skeleton wide="60%" high="20px" />
        <Skeleton wide="100%" />
      </div>
    </NotThere>
  );
}
