// Actions on a web chat, with undo.

import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { labels } from "../../entities/conversation/labels";
import { useSession } from "../../entities/session/session";
import { visitorLabel } from "../../entities/web-chat/labels";
import { toastError } from "../../forms/toast-error";
import type { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { type WebChat, WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import { toast } from "../../ui";
import { chatLabels } from "./web-chat-labels";
import {
  useAssignChat,
  useChangeChatState,
  useMarkChat,
  useRestoreChat,
  useSetChatPriority,
} from "./web-chat-queries";

export type WebChatActions = ReturnType<typeof useWebChatActions>;

/** Calls `onAway` after a chat was resolved or snoozed. */
export function useWebChatActions(onAway: () => void) {
  const { user } = useSession();
  const assigning = useAssignChat();
  const changing = useChangeChatState();
  const prioritizing = useSetChatPriority();
  const marking = useMarkChat();
  const restore = useRestoreChat();
  const onError = toastError;

  const assign = ({ id }: WebChat, assigneeId: string) =>
    assigning.mutate({ id, assigneeId }, { onError });

  function leave(chat: WebChat, title: string) {
    onAway();
    toast.undo({
      title,
      text: chat.state === WebChatState.BOT ? labels.undoToBot : chatLabels.undoToInbox,
      onUndo: () => void restore(chat).catch(toastError),
    });
  }

  return {
    busy: assigning.isPending || changing.isPending,
    assign,
    takeOver: (chat: WebChat) => assign(chat, user.id),
    handBack: ({ id }: WebChat) => changing.mutate({ id, state: WebChatState.BOT }, { onError }),
    resolve: (chat: WebChat) =>
      changing.mutate(
        { id: chat.id, state: WebChatState.RESOLVED },
        { onError, onSuccess: () => leave(chat, chatLabels.resolved(visitorLabel(chat))) },
      ),
    /** Rejects with the error, which the caller may show in a field. */
    snooze: async (chat: WebChat, until: Date) => {
      const snoozedUntil = timestampFromDate(until);
      await changing.mutateAsync({ id: chat.id, state: WebChatState.SNOOZED, snoozedUntil });
      leave(chat, chatLabels.snoozed(visitorLabel(chat)));
    },
    setPriority: ({ id }: WebChat, priority: InboxPriority) =>
      prioritizing.mutate({ id, priority }, { onError }),
    markUnread: ({ id }: WebChat) => marking.mutate({ id, isUnread: true }, { onError }),
  };
}
