import { useQuery } from "@connectrpc/connect-query";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import { Count } from "../../ui";
import { labels } from "./labels";

/** Number of open escalations, shown beside their menu item. */
export default function OpenEscalations() {
  const query = useQuery(EscalationService.method.countEscalations, {});
  const open = query.data?.open ?? 0;
  return open > 0 ? <Count value={open} accent label={labels.openEscalations} /> : null;
}
