// Runs the steps of a macro in order. Undo reverts them in reverse order.

import { useState } from "react";
import {
  useHandBack,
  useReply,
  useResolve,
  useSetConversationPriority,
  useSnooze,
  useTakeOver,
  useUndoReply,
} from "../../entities/conversation/queries";
import {
  useAssign,
  useChangeState,
  useDiscardDraft,
  useSaveDraft,
  useSendDraft,
  useSetThreadPriority,
  useWithdrawEmail,
} from "../../entities/email-thread/queries";
import { useSession } from "../../entities/session/session";
import { toastError } from "../../forms/toast-error";
import { type Conversation, ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { type EmailThread, EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { type Macro, MacroStatus, type MacroSteps } from "../../gen/parlor/v1/macro_service_pb";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { toast } from "../../ui";
import { macroLabels, stepsLabel } from "./macro-labels";
import { priorityStep, type Step, snoozeTime, type Undo } from "./macro-step";
import { fillIn, firstBlank, type MergeValues } from "./merge-fields";
import { useChatSteps } from "./use-chat-steps";

/** What a macro runs on. */
export type MacroSubject =
  | { conversation: Conversation }
  | { thread: EmailThread }
  | { chat: WebChat };

type Who = { id: string; parlorRole: string };

/**
 * Returns why a macro can't run here; undefined if it can. Users can take over texts only
 * themselves. In a web chat of a colleague nobody else replies, and only administrators change its
 * state.
 */
export function macroObstacle(subject: MacroSubject, { steps }: Macro, { id, parlorRole }: Who) {
  const isOthers = Boolean(steps?.assigneeId) && steps?.assigneeId !== id;
  if (!steps || !isOthers) return undefined;
  if ("conversation" in subject) return macroLabels.notForTexts;
  const hasStatus = steps.status !== MacroStatus.UNSPECIFIED;
  const isRefused = steps.reply !== "" || (hasStatus && parlorRole !== "admin");
  return "chat" in subject && isRefused ? macroLabels.notForChats : undefined;
}

function useTextSteps() {
  const taking = useTakeOver();
  const handing = useHandBack();
  const replying = useReply();
  const undoing = useUndoReply();
  const resolving = useResolve();
  const snoozing = useSnooze();
  const prioritizing = useSetConversationPriority();
  return ({ id, state, priority }: Conversation, steps: MacroSteps, reply: string): Step[] => {
    const isBots = state === ConversationState.BOT;
    const giveBack = () => handing.mutateAsync({ id });
    const takeBack = isBots ? giveBack : () => taking.mutateAsync({ id });
    const list: Step[] = [];
    if (steps.assignsToSelf || steps.assigneeId)
      list.push(async () => {
        await taking.mutateAsync({ id });
        return isBots ? giveBack : undefined;
      });
    if (steps.priority) list.push(priorityStep(prioritizing.mutateAsync, id, priority, steps));
    if (reply)
      list.push(async () => {
        const { message } = await replying.mutateAsync({ id, body: reply });
        return () => undoing.mutateAsync({ id, messageId: message?.id ?? "" });
      });
    if (steps.status === MacroStatus.RESOLVED)
      list.push(async () => {
        await resolving.mutateAsync({ id });
        return takeBack;
      });
    if (steps.status === MacroStatus.SNOOZED)
      list.push(async () => {
        await snoozing.mutateAsync({ id, until: snoozeTime(steps) });
        return takeBack;
      });
    return list;
  };
}

function useEmailSteps() {
  const { user } = useSession();
  const assigning = useAssign();
  const saving = useSaveDraft();
  const sending = useSendDraft();
  const withdraw = useWithdrawEmail();
  const discarding = useDiscardDraft();
  const changing = useChangeState();
  const prioritizing = useSetThreadPriority();
  return (thread: EmailThread, steps: MacroSteps, reply: string): Step[] => {
    const { id, assigneeId, mailboxId, participantAddress, priority } = thread;
    const list: Step[] = [];
    if (steps.assignsToSelf || steps.assigneeId)
      list.push(async () => {
        const to = steps.assignsToSelf ? user.id : steps.assigneeId;
        await assigning.mutateAsync({ id, assigneeId: to });
        return () => assigning.mutateAsync({ id, assigneeId });
      });
    if (steps.priority) list.push(priorityStep(prioritizing.mutateAsync, id, priority, steps));
    if (reply)
      list.push(async () => {
        const draft = { mailboxId, threadId: id, to: [participantAddress], text: reply };
        const { message } = await saving.mutateAsync(draft);
        const sent = { id: message?.id ?? "" };
        const discard = () => discarding.mutateAsync(sent);
        await sending.mutateAsync(sent).catch(async (error) => {
          await discard();
          throw error;
        });
        return () => withdraw(sent);
      });
    if (steps.status !== MacroStatus.UNSPECIFIED)
      list.push(async () => {
        const isResolved = steps.status === MacroStatus.RESOLVED;
        await changing.mutateAsync(
          isResolved
            ? { id, state: EmailThreadState.RESOLVED }
            : { id, state: EmailThreadState.SNOOZED, snoozedUntil: snoozeTime(steps) },
        );
        return () => changing.mutateAsync({ id, state: EmailThreadState.OPEN });
      });
    return list;
  };
}

async function takeBack(done: readonly Undo[]): Promise<void> {
  for (const undo of [...done].reverse()) await undo();
}

/** Returns a function that runs a macro, and whether one is running. `onAway` follows a new state. */
export function useMacroRun(subject: MacroSubject, values: MergeValues, onAway: () => void) {
  const [isRunning, setRunning] = useState(false);
  const toTextSteps = useTextSteps();
  const toEmailSteps = useEmailSteps();
  const toChatSteps = useChatSteps();
  const toSteps = (steps: MacroSteps, reply: string) => {
    if ("thread" in subject) return toEmailSteps(subject.thread, steps, reply);
    if ("chat" in subject) return toChatSteps(subject.chat, steps, reply);
    return toTextSteps(subject.conversation, steps, reply);
  };

  async function run(one: Macro) {
    const { name, steps } = one;
    if (!steps || isRunning) return;
    const reply = fillIn(steps.reply, values);
    const blank = firstBlank(reply);
    if (blank) {
      toast.error({ title: macroLabels.notRun(name), text: macroLabels.unknown(blank) });
      return;
    }
    const list = toSteps(steps, reply);
    const done: Undo[] = [];
    setRunning(true);
    try {
      for (const step of list) {
        const undo = await step();
        if (undo) done.push(undo);
      }
      if (steps.status !== MacroStatus.UNSPECIFIED) onAway();
      const title = macroLabels.ran(name);
      const text = stepsLabel(one);
      if (done.length === 0) toast.success({ title, text });
      else toast.undo({ title, text, onUndo: () => void takeBack(done).catch(toastError) });
    } catch (error) {
      // If a step fails, the completed ones are reverted.
      await takeBack(done).catch(() => undefined);
      toastError(error);
    } finally {
      setRunning(false);
    }
  }
  return { isRunning, run: (one: Macro) => void run(one) };
}
