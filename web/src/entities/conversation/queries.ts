// Queries and mutations of a conversation.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { refreshChanged } from "../../api/event-refresher";
import { toProblem } from "../../api/problem";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
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

/** Refetches the queries of conversations and of the inbox after each mutation. */
function useConversationMutation<M extends DescMethodUnary>(method: M) {
  const client = useQueryClient();
  return useMutation<M["input"], M["output"]>(method as never, {
    onSettled: () => refreshChanged(client, { kind: "CONVERSATION" }),
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
export const useUndoReply = () => useConversationMutation(methods.undoReply);
export const useRetry = () => useConversationMutation(methods.retryMessage);
export const useAddNote = () => useConversationMutation(methods.addNote);
export const useDeleteNote = () => useConversationMutation(methods.deleteNote);
