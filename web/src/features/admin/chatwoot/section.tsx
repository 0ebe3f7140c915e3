// The company's connection to Chatwoot.

import { useQuery } from "@connectrpc/connect-query";
import { useSession } from "../../../entities/session/session";
import { ChatwootService } from "../../../gen/parlor/v1/chatwoot_service_pb";
import "../company/company.css";
import { QueryState } from "../query-state";
import { sectionLabels } from "../section-labels";
import { ChatwootForm } from "./chatwoot-form";
import { labels } from "./labels";

export default function ChatwootSection() {
  const { company } = useSession();
  const query = useQuery(ChatwootService.method.getChatwoot, { id: company.id });
  const chatwoot = query.data?.chatwoot;
  if (!chatwoot)
    return <QueryState label={sectionLabels.chatwoot} what={labels.settings} query={query} />;
  return <ChatwootForm key={company.id} company={company} chatwoot={chatwoot} />;
}
