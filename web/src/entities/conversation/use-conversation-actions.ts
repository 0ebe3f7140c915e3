// Actions on a conversation, with undo.

import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useEffect, useEffectEvent } from "react";
import { toastError } from "../../forms/toast-error";
import { type Conversation, ConversationState } from "../../gen/parlor/v1/conversation_pb";
import type { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { toast } from "../../ui";
import { labels, residentAndUnit } from "./labels";
import {
  useHandBack,
  useMarkConversationRead,
  useResolve,
  useSetConversationPriority,
  useSnooze,
  useTakeOver,
} from "./queries";

export type ConversationActions = ReturnType<typeof useConversationActions>;

/** Calls `onAway` with a conversation that was resolved or snoozed. */
export function useConversationActions(onAway: (id: string) => void) {
  const taking = useTakeOver();
  const handing = useHandBack();
  const resolving = useResolve();
  const snoozing = useSnooze();
  const prioritizing = useSetConversationPriority();
  const onError = toastError;

  const takeOver = ({ id }: Conversation) => taking.mutate({ id }, { onError });
  const handBack = ({ id }: Conversation) => handing.mutate({ id }, { onError });

  function offerUndo(conversation: Conversation, title: string) {
    const bots = conversation.state === ConversationState.BOT;
    toast.undo({
      title,
      text: bots ? labels.undoToBot : labels.undoToYou,
      onUndo: () => (bots ? handBack(conversation) : takeOver(conversation)),
    });
  }

  return {
    busy: [taking, handing, resolving, snoozing].some(({ isPending }) => isPending),
    takeOver,
    handBack,
    setPriority: ({ id }: Conversation, priority: InboxPriority) =>
      prioritizing.mutate({ id, priority }, { onError }),
    resolve: (conversation: Conversation) =>
      resolving.mutate(
        { id: conversation.id },
        {
          onError,
          onSuccess: () => {
            onAway(conversation.id);
            offerUndo(conversation, labels.resolved(residentAndUnit(conversation)));
          },
        },
      ),
    /** Rejects with the error, which the caller may show in a field. */
    snooze: async (conversation: Conversation, until: Date) => {
      await snoozing.mutateAsync({ id: conversation.id, until: timestampFromDate(until) });
      onAway(conversation.id);
      offerUndo(conversation, labels.snoozed(residentAndUnit(conversation)));
    },
  };
}

/** Marks a visible conversation as read, when it opens and when messages arrive. */
export function useMarkRead(conversation: Conversation | undefined, looking: boolean) {
  const { mutate } = useMarkConversationRead();
  const id = conversation?.id ?? "";
  const unread = looking ? (conversation?.unread ?? 0) : 0;
  const mark = useEffectEvent(() => {
    if (unread > 0 && document.visibilityState === "visible") mutate({ id });
  });
  // The visibility of the window is external to React.
  useEffect(() => {
    if (unread === 0) return;
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [unread]);
}
