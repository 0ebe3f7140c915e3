// What the desk reads and writes.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useMutationState, useQueryClient } from "@tanstack/react-query";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import type { Channel } from "./draft";
import type { EscalationsUrlState } from "./url-state";

const methods = EscalationService.method;

export function useEscalations({
  reviewed,
  community,
  newestFirst,
  secondary,
}: EscalationsUrlState) {
  return useInfiniteQuery(
    methods.listEscalations,
    {
      reviewed,
      communityId: community,
      newestFirst: newestFirst && !reviewed,
      includeSecondaryEscalationContacts: secondary,
      pageToken: "",
    },
    {
      pageParamKey: "pageToken",
      getNextPageParam: (page) => page.nextPageToken || undefined,
    },
  );
}

export function useCounts(communityId: string) {
  return useQuery(methods.countEscalations, { communityId }, { placeholderData: keepPreviousData });
}

/** One that is not in the list: by a link, or since a colleague answered it. */
export function useEscalation(id: string, enabled: boolean) {
  return useQuery(methods.getEscalation, { id }, { enabled: enabled && id !== "" });
}

/** The newest that was reviewed. */
export function useLastReviewed(communityId: string) {
  const query = useQuery(methods.listEscalations, { reviewed: true, communityId, limit: 1 });
  return query.data?.escalations[0];
}

/** The text or the mail that would go out, while one writes it. */
export function useNoticePreview(id: string, answer: string, channel: Channel, enabled: boolean) {
  return useQuery(
    methods.previewNotice,
    { id, answer, notificationType: channel },
    { enabled, placeholderData: keepPreviousData, staleTime: 60_000 },
  );
}

/** Has a file of everything written; each press is a file of its own. */
export function useExportEscalations() {
  const { data, mutate, reset, ...rest } = useMutation(methods.exportEscalations);
  const link = data?.escalationsFileLinkObj;
  return { ...rest, link, onExport: () => mutate({}), onDismiss: reset };
}

function useRefresh() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: EscalationService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

const pendingKey = ["escalation leaves the list"];

/**
 * Answering and dismissing take it off the list at once: while the server is asked,
 * and until the list was read again.
 */
export function useAnswerEscalation() {
  const refresh = useRefresh();
  return useMutation(methods.answerEscalation, { mutationKey: pendingKey, onSettled: refresh });
}

export function useDismissEscalation() {
  const refresh = useRefresh();
  return useMutation(methods.dismissEscalation, { mutationKey: pendingKey, onSettled: refresh });
}

export function usePendingReviews(): Set<string> {
  const ids = useMutationState({
    filters: { mutationKey: pendingKey, status: "pending" },
    select: (mutation) => (mutation.state.variables as Pick<Escalation, "id"> | undefined)?.id,
  });
  return new Set(ids.filter((id) => id !== undefined));
}

export function useUndoReview() {
  const refresh = useRefresh();
  return useMutation(methods.undoEscalation, { onSettled: refresh });
}

export function useClaimEscalation() {
  const refresh = useRefresh();
  return useMutation(methods.claimEscalation, { onSettled: refresh });
}

export function useReleaseEscalation() {
  const refresh = useRefresh();
  return useMutation(methods.releaseEscalation, { onSettled: refresh });
}
