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
import type { Place } from "./use-place";

const methods = EscalationService.method;

export function useEscalations({ reviewed, community, newestFirst, secondary }: Place) {
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
export function useNotice(id: string, answer: string, channel: Channel, enabled: boolean) {
  return useQuery(
    methods.previewNotice,
    { id, answer, notificationType: channel },
    { enabled, placeholderData: keepPreviousData, staleTime: 60_000 },
  );
}

/** Has a file of everything written; each press is a file of its own. */
export function useExport() {
  return useMutation(methods.exportEscalations);
}

function useReadAgain() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: EscalationService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

const leavingKey = ["escalation leaves the list"];

/**
 * Answering and dismissing take it off the list at once: while the server is asked,
 * and until the list was read again.
 */
export function useAnswer() {
  const readAgain = useReadAgain();
  return useMutation(methods.answerEscalation, { mutationKey: leavingKey, onSettled: readAgain });
}

export function useDismiss() {
  const readAgain = useReadAgain();
  return useMutation(methods.dismissEscalation, { mutationKey: leavingKey, onSettled: readAgain });
}

export function useLeaving(): Set<string> {
  const ids = useMutationState({
    filters: { mutationKey: leavingKey, status: "pending" },
    select: (mutation) => (mutation.state.variables as Pick<Escalation, "id"> | undefined)?.id,
  });
  return new Set(ids.filter((id) => id !== undefined));
}

export function useUndo() {
  const readAgain = useReadAgain();
  return useMutation(methods.undoEscalation, { onSettled: readAgain });
}

export function useClaim() {
  const readAgain = useReadAgain();
  return useMutation(methods.claimEscalation, { onSettled: readAgain });
}

export function useRelease() {
  const readAgain = useReadAgain();
  return useMutation(methods.releaseEscalation, { onSettled: readAgain });
}
