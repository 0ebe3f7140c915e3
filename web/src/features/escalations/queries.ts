// Queries and mutations of the escalations screen.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useMutationState, useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import type { Channel } from "../../entities/escalation-answer/draft";
import { toTestTraffic } from "../../entities/test-traffic/test-traffic";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import { WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";
import type { EscalationsUrlState } from "./url-state";

const methods = EscalationService.method;

export function useEscalations({
  reviewed,
  community,
  newestFirst,
  secondary,
  tests,
}: EscalationsUrlState) {
  return useInfiniteQuery(
    methods.listEscalations,
    {
      reviewed,
      communityId: community,
      newestFirst: newestFirst && !reviewed,
      includeSecondaryEscalationContacts: secondary,
      testTraffic: toTestTraffic(tests),
      pageToken: "",
    },
    pagination,
  );
}

export function useCounts(communityId: string) {
  return useQuery(methods.countEscalations, { communityId }, { placeholderData: keepPreviousData });
}

/** Loads an escalation that the list does not contain: from a link, or after a colleague answered it. */
export function useEscalation(id: string, enabled: boolean) {
  return useQuery(methods.getEscalation, { id }, { enabled: enabled && id !== "" });
}

/** Loads the most recently reviewed escalation. */
export function useLastReviewed(communityId: string) {
  const query = useQuery(methods.listEscalations, { reviewed: true, communityId, limit: 1 });
  return query.data?.escalations[0];
}

/** Loads answers that staff gave to similar questions. */
export function useSimilarAnswers(id: string, enabled: boolean) {
  const query = useQuery(methods.listSimilarAnswers, { id }, { enabled, staleTime: 60_000 });
  return query.data?.answers ?? [];
}

const { listNotes, addNote, deleteNote } = ConversationService.method;

/** Methods of the internal notes on the escalation's conversation. */
export const conversationNotes = { list: listNotes, add: addNote, remove: deleteNote };

/** Returns the thread in which an answer is written. */
export function toTypingThread({ conversationId, emailThreadId, webChatId }: Escalation) {
  if (emailThreadId)
    return { id: emailThreadId, method: EmailThreadService.method.reportEmailTyping };
  if (webChatId) return { id: webChatId, method: WebChatService.method.reportWebChatTyping };
  return { id: conversationId, method: ConversationService.method.reportConversationTyping };
}

/** Previews the text or email for the current answer. */
export function useNoticePreview(id: string, answer: string, channel: Channel, enabled: boolean) {
  return useQuery(
    methods.previewNotice,
    { id, answer, notificationType: channel },
    { enabled, placeholderData: keepPreviousData, staleTime: 60_000 },
  );
}

/** Exports all escalations to a file. Each call creates a new file. */
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

const pendingKey = ["review escalation"];

/**
 * Answered and dismissed escalations leave the list immediately, while the mutation and the refetch
 * are pending.
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

export function useSetEscalationPriority() {
  const refresh = useRefresh();
  return useMutation(methods.setEscalationPriority, { onSettled: refresh });
}

export function useReleaseEscalation() {
  const refresh = useRefresh();
  return useMutation(methods.releaseEscalation, { onSettled: refresh });
}
