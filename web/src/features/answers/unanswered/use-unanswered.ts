import { useQuery } from "@connectrpc/connect-query";
import { useMemo } from "react";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { EscalationService } from "../../../gen/parlor/v1/escalation_service_pb";
import { useCurrent } from "../../../rpc/current";
import { unanswered } from "./rules";

/** So many of the open and of the reviewed questions are looked at, the newest. */
const most = 200;
const nothing: readonly Answer[] = [];

/** What a community's residents asked in vain; nothing for whom escalations are not meant. */
export function useUnanswered(communityId: string, answers: readonly Answer[] = nothing) {
  const { may } = useCurrent();
  const enabled = may(Screen.ESCALATIONS);
  const { listEscalations } = EscalationService.method;
  const which = { communityId, limit: most };
  const open = useQuery(listEscalations, { ...which, newestFirst: true }, { enabled });
  const reviewed = useQuery(listEscalations, { ...which, reviewed: true }, { enabled });
  const [waits, done] = [open.data?.escalations, reviewed.data?.escalations];
  const list = useMemo(
    () => (waits && done ? unanswered([...waits, ...done], answers) : undefined),
    [waits, done, answers],
  );
  return {
    enabled,
    /** Unset while they are read, and when they did not come. */
    list,
    pending: enabled && (open.isPending || reviewed.isPending),
    failed: enabled && !list && (open.isError || reviewed.isError),
    /** Older questions were not looked at. */
    more: Boolean(open.data?.nextPageToken || reviewed.data?.nextPageToken),
    retry: () => {
      for (const query of [open, reviewed]) if (query.isError) void query.refetch();
    },
  };
}

export type AskedInVain = ReturnType<typeof useUnanswered>;
