// Email settings of the company. They are saved after the mail server accepts a test message.

import { useQuery } from "@connectrpc/connect-query";
import { useSession } from "../../../entities/session/session";
import { MailService } from "../../../gen/parlor/v1/mail_service_pb";
import { Skeleton } from "../../../ui";
import "../../../ui/table/table.css";
import "../company/company.css";
import { QueryState } from "../query-state";
import { sectionLabels } from "../section-labels";
import { EmailDeliveryMode } from "./email-delivery-mode";
import { EmailForm } from "./email-form";
import { labels } from "./labels";

export default function EmailSection() {
  const { company } = useSession();
  const query = useQuery(MailService.method.getEmailConfiguration, { id: company.id });
  const configuration = query.data?.emailConfiguration;
  if (configuration) {
    return (
      <div className="company" key={company.id}>
        <EmailForm company={company} configuration={configuration} />
        <EmailDeliveryMode company={company} configuration={configuration} />
      </div>
    );
  }
  return (
    <QueryState label={sectionLabels.email} what={labels.settings} query={query}>
      <div className="panel panel__body stack stack--loose">
        <Skeleton wide="60%" high="20px" />
        <Skeleton wide="100%" />
      </div>
    </QueryState>
  );
}
