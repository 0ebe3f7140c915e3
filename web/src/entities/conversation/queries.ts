// Queries and mutations of a conversation.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { refreshChanged } from "../../api/event-refresher";
import { toProblem } from "../../api/problem";
import type { Conversation, Message } from "../../gen/parlor/v1/conversation_pb";
import {
  ConversationService,
  type GetConversationResponse,
} from "../../gen/parlor/v1/conversation_service_pb";
import type { MessagePage } from "./message-pages";

const methods = ConversationService.method;
const pageSize = 50;
const maxRows = 200;

/** Loads a conversation with its newest messages, and refetches them when they change. */
export function useConversation(id: string, query: string) {
  return useQuery(
    methods.getConversation,
    { id, query, limit: pageSize },
    {
      enabled: id !== "",
      // Another search highlights the same messages; another conversation starts empty.
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

/** All requests of mutations have the ID of the conversation. */
const toId = (request: unknown) => (request as { id?: string }).id ?? "";

/** Finds the loaded pages of a request's conversation, with and without search words. */
const toLoaded = (request: unknown) => ({
  queryKey: createConnectQueryKey({
    schema: methods.getConversation,
    input: { id: toId(request) },
    cardinality: "finite",
  }),
});

/** What mutations return: the conversation, a changed message, or both after a reply. */
type Changed = { conversation?: Conversation; message?: Message };

function applyChange(loaded: GetConversationResponse, { conversation, message }: Changed) {
  const { messages } = loaded;
  const isNewReply = message && conversation && messages.every(({ id }) => id !== message.id);
  return {
    ...loaded,
    conversation: conversation ?? loaded.conversation,
    messages: isNewReply
      ? [...messages, message]
      : messages.map((one) => (one.id === message?.id ? message : one)),
  };
}

/**
 * Shows the change in the loaded conversation at once. The conversation and the lists of its
 * community are refetched.
 */
function useConversationMutation<M extends DescMethodUnary>(method: M) {
  const client = useQueryClient();
  return useMutation<M["input"], M["output"]>(method as never, {
    mutationKey: [method.name],
    onSuccess: (response, request) => {
      client.setQueriesData<GetConversationResponse>(
        toLoaded(request),
        (loaded) => loaded && applyChange(loaded, response as Changed),
      );
    },
    onSettled: (_response, _error, request) => {
      const [loaded] = client.getQueriesData<GetConversationResponse>(toLoaded(request));
      const communityId = loaded?.[1]?.conversation?.communityId ?? "";
      const subject = toId(request);
      void refreshChanged(client, { kind: "CONVERSATION", communityId, subject });
    },
  });
}

export const useTakeOver = () => useConversationMutation(methods.takeOverConversation);
export const useHandBack = () => useConversationMutation(methods.handBackConversation);
export const useResolve = () => useConversationMutation(methods.resolveConversation);
export const useSnooze = () => useConversationMutation(methods.snoozeConversation);
export const useSetConversationPriority = () =>
  useConversationMutation(methods.setConversationPriority);
export const useMarkConversationRead = () => useConversationMutation(methods.markConversationRead);
export const useReply = () => useConversationMutation(methods.sendReply);

/** Whether a reply is being sent, even by a composer that the user has left since. */
export function useIsReplying(id: string): boolean {
  const count = useIsMutating({
    mutationKey: [methods.sendReply.name],
    predicate: ({ state }) => toId(state.variables) === id,
  });
  return count > 0;
}

export const useUndoReply = () => useConversationMutation(methods.undoReply);
export const useRetry = () => useConversationMutation(methods.retryMessage);
export const useAddNote = () => useConversationMutation(methods.addNote);
export const useDeleteNote = () => useConversationMutation(methods.deleteNote);
