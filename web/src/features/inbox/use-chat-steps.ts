// The steps of a macro in a web chat.

import { useSession } from "../../entities/session/session";
import { MacroStatus, type MacroSteps } from "../../gen/parlor/v1/macro_service_pb";
import { type WebChat, WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import { priorityStep, type Step, snoozeTime } from "./macro-step";
import {
  useAssignChat,
  useChangeChatState,
  useRestoreChat,
  useSendChatReply,
  useSetChatPriority,
  useUndoChatReply,
} from "./web-chat-queries";

/** Returns a function that returns the steps of a macro in a web chat. */
export function useChatSteps() {
  const { user } = useSession();
  const assigning = useAssignChat();
  const sending = useSendChatReply();
  const undoing = useUndoChatReply();
  const changing = useChangeChatState();
  const prioritizing = useSetChatPriority();
  const restore = useRestoreChat();
  return (chat: WebChat, steps: MacroSteps, reply: string): Step[] => {
    const { id, priority } = chat;
    /** Gives the chat back to the bot, or to its assignee. */
    const giveBack = () => restore(chat);
    const list: Step[] = [];
    if (steps.assignsToSelf || steps.assigneeId)
      list.push(async () => {
        const to = steps.assignsToSelf ? user.id : steps.assigneeId;
        await assigning.mutateAsync({ id, assigneeId: to });
        return giveBack;
      });
    if (steps.priority) list.push(priorityStep(prioritizing.mutateAsync, id, priority, steps));
    if (reply)
      list.push(async () => {
        const { message } = await sending.mutateAsync({ id, body: reply });
        return async () => {
          await undoing.mutateAsync({ id, messageId: message?.id ?? "" });
          await giveBack();
        };
      });
    if (steps.status !== MacroStatus.UNSPECIFIED)
      list.push(async () => {
        await changing.mutateAsync(
          steps.status === MacroStatus.RESOLVED
            ? { id, state: WebChatState.RESOLVED }
            : { id, state: WebChatState.SNOOZED, snoozedUntil: snoozeTime(steps) },
        );
        return giveBack;
      });
    return list;
  };
}
