// Mutations of a web chat that staff handle.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import { createConnectQueryKey, useMutation } from "@connectrpc/connect-query";
import {
  type InfiniteData,
  type QueryClient,
  useIsMutating,
  useQueryClient,
} from "@tanstack/react-query";
import { refreshChanged } from "../../api/event-refresher";
import { type WebChat, type WebChatMessage, WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import { type GetWebChatResponse, WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";

const methods = WebChatService.method;

const loadedChats = {
  queryKey: createConnectQueryKey({ schema: methods.getWebChat, cardinality: "infinite" }),
};

/** What mutations return: the chat, and the message after a reply. */
type Changed = { chat?: WebChat; message?: WebChatMessage };

/** Shows a changed chat, and a new reply in it, before they are refetched. */
function showChanged(client: QueryClient, { chat, message }: Changed): void {
  client.setQueriesData<InfiniteData<GetWebChatResponse>>(loadedChats, (loaded) => {
    const [newest, ...older] = loaded?.pages ?? [];
    if (!loaded || !newest || !chat || newest.chat?.id !== chat.id) return undefined;
    // Newest first.
    const messages =
      message && newest.messages.every(({ id }) => id !== message.id)
        ? [message, ...newest.messages]
        : newest.messages;
    return { ...loaded, pages: [{ ...newest, chat, messages }, ...older] };
  });
}

/** All requests of mutations have the ID of the chat. */
const toId = (request: unknown) => (request as { id?: string }).id ?? "";

/** Shows the change in the loaded chat at once, and refetches it and the lists of its community. */
function useChatMutation<M extends DescMethodUnary>(method: M) {
  const client = useQueryClient();
  return useMutation<M["input"], M["output"]>(method as never, {
    mutationKey: [method.name],
    onSuccess: (response) => showChanged(client, response as Changed),
    onSettled: (response, _error, request) => {
      const { chat } = (response ?? {}) as Changed;
      const subject = toId(request);
      const communityId = chat?.communityId ?? "";
      void refreshChanged(client, { kind: "WEB_CHAT", communityId, subject });
    },
  });
}

export const useSendChatReply = () => useChatMutation(methods.sendWebChatReply);

/** Whether a reply is being sent, even by a composer that the user has left since. */
export function useIsSendingChatReply(id: string): boolean {
  const count = useIsMutating({
    mutationKey: [methods.sendWebChatReply.name],
    predicate: ({ state }) => toId(state.variables) === id,
  });
  return count > 0;
}

export const useUndoChatReply = () => useChatMutation(methods.undoWebChatReply);
export const useAssignChat = () => useChatMutation(methods.assignWebChat);
export const useChangeChatState = () => useChatMutation(methods.changeWebChatState);
export const useSetChatPriority = () => useChatMutation(methods.setWebChatPriority);
export const useMarkChat = () => useChatMutation(methods.markWebChat);

/**
 * Returns a function that gives a changed chat the state and the assignee that it had before. An
 * assignment by a routing rule is left to the rules, which apply to a chat that is opened: a user
 * who is assigned would have taken it over.
 */
export function useRestoreChat() {
  const changing = useChangeChatState();
  const assigning = useAssignChat();
  return async (chat: WebChat) => {
    const { id, state, snoozedUntil } = chat;
    const assigneeId = chat.assignedByRule ? "" : chat.assigneeId;
    const hasAssignee = state === WebChatState.OPEN || state === WebChatState.SNOOZED;
    // First, so that no rule assigns a chat that a user had taken over.
    if (hasAssignee) await assigning.mutateAsync({ id, assigneeId });
    await changing.mutateAsync({ id, state, ...(snoozedUntil ? { snoozedUntil } : {}) });
  };
}
