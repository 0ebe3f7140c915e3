// Queries and mutations of the conversations screen.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import {
  callUnaryMethod,
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useTransport,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQuery as usePlainQuery, useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import { toProblem } from "../../api/problem";
import { useSession } from "../../entities/session/session";
import { toTestTraffic } from "../../entities/test-traffic/test-traffic";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import type { MessagePage } from "./message-pages";
import { type ConversationsUrlState, states } from "./url-state";

const methods = ConversationService.method;
const pageSize = 50;
const maxRows = 200;
const noQuestions: ReadonlyMap<string, string> = new Map();

/** `query` must be debounced: each value is a search. */
export function useConversations(
  { state, community, assigned, tests }: ConversationsUrlState,
  query: string,
) {
  const { user } = useSession();
  return useInfiniteQuery(
    methods.listConversations,
    {
      state: state ? states[state] : ConversationState.UNSPECIFIED,
      communityId: community,
      assignedToId: assigned === "me" ? user.id : assigned,
      query,
      testTraffic: toTestTraffic(tests),
      pageToken: "",
    },
    { ...pagination, placeholderData: keepPreviousData },
  );
}

export function useCounts(communityId: string) {
  return useQuery(
    methods.countConversations,
    { communityId },
    { placeholderData: keepPreviousData },
  );
}

/**
 * Loads the open questions by conversation. Rows show them because the newest message there is the
 * bot's notice that it asked staff.
 */
export function useOpenQuestions(communityId: string): ReadonlyMap<string, string> {
  const { may } = useSession();
  const transport = useTransport();
  const { data } = usePlainQuery({
    // Under the service's key, so that a live event about escalations reads it again; what the
    // service is comes after the list.
    queryKey: ["connect-query", { serviceName: "parlor.v1.EscalationService", asked: communityId }],
    enabled: may(Screen.ESCALATIONS),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { EscalationService } = await import("../../gen/parlor/v1/escalation_service_pb");
      const { listEscalations } = EscalationService.method;
      const request = { communityId, limit: maxRows };
      return await callUnaryMethod(transport, listEscalations, request, { signal });
    },
    // The oldest first: of two questions the newer one is shown.
    select: ({ escalations }) =>
      new Map(escalations.map(({ conversationId, question }) => [conversationId, question])),
  });
  return data ?? noQuestions;
}

/** Loads a conversation with its newest messages, and refetches them when they change. */
export function useConversation(id: string, query: string) {
  return useQuery(
    methods.getConversation,
    { id, query, limit: pageSize },
    {
      enabled: id !== "",
      // Other words mark the same messages; another conversation begins anew.
      placeholderData: (old) => (old?.conversation?.id === id ? old : undefined),
    },
  );
}

/** Loads a page of older messages once. */
export function useOlderMessages() {
  const reading = useMutation(methods.getConversation);
  return {
    pending: reading.isPending,
    failed: reading.error ? toProblem(reading.error).title : undefined,
    read: (id: string, query: string, pageToken: string, take: (page: MessagePage) => void) =>
      reading.mutate({ id, query, limit: maxRows, pageToken }, { onSuccess: take }),
  };
}

export function useNotes(id: string) {
  return useQuery(methods.listNotes, { id, limit: maxRows }, { enabled: id !== "" });
}

/** Loads the possible assignees. Only administrators may list users. */
export function useColleagues() {
  const { user } = useSession();
  const enabled = user.parlorRole === "admin";
  const query = useQuery(UserService.method.listUsers, { limit: maxRows }, { enabled });
  return (query.data?.users ?? []).filter(({ id }) => id !== user.id);
}

/** Refetches the conversation queries after each mutation. */
function useConversationMutation<M extends DescMethodUnary>(method: M) {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: ConversationService, cardinality: undefined });
  return useMutation<M["input"], M["output"]>(method as never, {
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export const useTakeOver = () => useConversationMutation(methods.takeOverConversation);
export const useHandBack = () => useConversationMutation(methods.handBackConversation);
export const useResolve = () => useConversationMutation(methods.resolveConversation);
export const useSnooze = () => useConversationMutation(methods.snoozeConversation);
export const useMarkConversationRead = () => useConversationMutation(methods.markConversationRead);
export const useReply = () => useConversationMutation(methods.sendReply);
export const useUndoReply = () => useConversationMutation(methods.undoReply);
export const useRetry = () => useConversationMutation(methods.retryMessage);
export const useAddNote = () => useConversationMutation(methods.addNote);
export const useDeleteNote = () => useConversationMutation(methods.deleteNote);
