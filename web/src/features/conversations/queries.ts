// What the conversations screen reads and writes.

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
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { useCurrent } from "../../rpc/current";
import { pagesOf } from "../../rpc/listing";
import { toProblem } from "../../rpc/problem";
import type { MessagePage } from "./run";
import { type Place, states } from "./use-place";

const methods = ConversationService.method;
const aPage = 50;
const most = 200;
const nothingAsked: ReadonlyMap<string, string> = new Map();

/** `words` have rested: each of them would be a search. */
export function useConversations({ state, community, assigned }: Place, words: string) {
  const { user } = useCurrent();
  return useInfiniteQuery(
    methods.listConversations,
    {
      state: state ? states[state] : ConversationState.UNSPECIFIED,
      communityId: community,
      assignedToId: assigned === "me" ? user.id : assigned,
      words,
      pageToken: "",
    },
    { ...pagesOf, placeholderData: keepPreviousData },
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
 * What was asked and waits for staff, by conversation: the newest message there is the bot's word
 * that it asks the office.
 */
export function useAsked(communityId: string): ReadonlyMap<string, string> {
  const { may } = useCurrent();
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
      const request = { communityId, limit: most };
      return await callUnaryMethod(transport, listEscalations, request, { signal });
    },
    // The oldest first: of two questions the newer one is shown.
    select: ({ escalations }) =>
      new Map(escalations.map(({ conversationId, question }) => [conversationId, question])),
  });
  return data ?? nothingAsked;
}

/** A conversation with its newest messages: as they change, they are read again. */
export function useConversation(id: string, words: string) {
  return useQuery(
    methods.getConversation,
    { id, words, limit: aPage },
    {
      enabled: id !== "",
      // Other words mark the same messages; another conversation begins anew.
      placeholderData: (old) => (old?.conversation?.id === id ? old : undefined),
    },
  );
}

/** A page of what is older, asked for once. */
export function useOlder() {
  const reading = useMutation(methods.getConversation);
  return {
    pending: reading.isPending,
    failed: reading.error ? toProblem(reading.error).title : undefined,
    read: (id: string, words: string, pageToken: string, take: (page: MessagePage) => void) =>
      reading.mutate({ id, words, limit: most, pageToken }, { onSuccess: take }),
  };
}

export function useNotes(id: string) {
  return useQuery(methods.listNotes, { id, limit: most }, { enabled: id !== "" });
}

/** Who may have a conversation; only administrators may read the list. */
export function useColleagues() {
  const { user } = useCurrent();
  const enabled = user.parlorRole === "admin";
  const query = useQuery(UserService.method.listUsers, { limit: most }, { enabled });
  return (query.data?.users ?? []).filter(({ id }) => id !== user.id);
}

/** Each act reads again what the screen shows; so do the others', by their events. */
function useAct<M extends DescMethodUnary>(method: M) {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: ConversationService, cardinality: undefined });
  return useMutation<M["input"], M["output"]>(method as never, {
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export const useTakeOver = () => useAct(methods.takeOverConversation);
export const useHandBack = () => useAct(methods.handBackConversation);
export const useResolve = () => useAct(methods.resolveConversation);
export const useSnooze = () => useAct(methods.snoozeConversation);
export const useRead = () => useAct(methods.markConversationRead);
export const useReply = () => useAct(methods.sendReply);
export const useUndoReply = () => useAct(methods.undoReply);
export const useRetry = () => useAct(methods.retryMessage);
export const useAddNote = () => useAct(methods.addNote);
export const useDeleteNote = () => useAct(methods.deleteNote);
