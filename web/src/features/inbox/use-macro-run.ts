// Runs the steps of a macro in order. Undo reverts them in reverse order.

import { timestampFromDate } from "@bufbuild/protobuf/wkt";
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
import { toast } from "../../ui";
import { macroLabels, stepsLabel } from "./macro-labels";
import { fillIn, firstBlank, type MergeValues } from "./merge-fields";

/** What a macro runs on. */
export type MacroSubject = { conversation: Conversation } | { thread: EmailThread };

/** Reverts a completed step. */
type Undo = () => Promise<unknown>;
type Step = () => Promise<Undo | undefined>;

const hour = 3_600_000;
const snoozeTime = ({ snoozeHours }: MacroSteps) =>
  timestampFromDate(new Date(Date.now() + snoozeHours * hour));

/**
 * Returns why a macro can't run here; undefined if it can. Users can take over texts only
 * themselves.
 */
export function macroObstacle(subject: MacroSubject, { steps }: Macro, userId: string) {
  const assigneeId = steps?.assigneeId;
  if ("thread" in subject || !assigneeId || assigneeId === userId) return undefined;
  return macroLabels.emailsOnly;
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
    if (steps.priority)
      list.push(async () => {
        await prioritizing.mutateAsync({ id, priority: steps.priority });
        return () => prioritizing.mutateAsync({ id, priority });
      });
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
    if (steps.priority)
      list.push(async () => {
        await prioritizing.mutateAsync({ id, priority: steps.priority });
        return () => prioritizing.mutateAsync({ id, priority });
      });
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

  async function run(one: Macro) {
    const { name, steps } = one;
    if (!steps || isRunning) return;
    const reply = fillIn(steps.reply, values);
    const blank = firstBlank(reply);
    if (blank) {
      toast.error({ title: macroLabels.notRun(name), text: macroLabels.unknown(blank) });
      return;
    }
    const list =
      "thread" in subject
        ? toEmailSteps(subject.thread, steps, reply)
        : toTextSteps(subject.conversation, steps, reply);
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
