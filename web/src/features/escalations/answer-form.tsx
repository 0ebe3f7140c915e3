import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toProblem } from "../../api/problem";
import { type Draft, useDraft } from "../../entities/escalation-answer/draft";
import { useSession } from "../../entities/session/session";
import { TypingNotice } from "../../entities/typing/typing-notice";
import { useTyping } from "../../entities/typing/use-typing";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { focusAtEnd } from "../../lib/focus-at-end";
import { formatNumber } from "../../lib/format-number";
import { useDebounced } from "../../lib/use-debounced";
import { TextArea } from "../../ui";
import { AnswerFooter } from "./answer-footer";
import { AnswerPhotos, useAnswerPhotos } from "./answer-photos";
import { ClaimedNotice } from "./claimed-notice";
import { answerLabels, trainingQuestion } from "./detail-labels";
import { type ClaimState, toClaimState } from "./header";
import { onlyChannel } from "./labels";
import { NotifyOptions } from "./notify-options";
import { toTypingThread, useNoticePreview } from "./queries";
import { SimilarAnswers } from "./similar-answers";
import {
  ClosestAnswer,
  initialAnswer,
  Suggestion,
  Translation,
  unansweredQuestion,
} from "./suggestion";
import { TrainingOptions } from "./training-options";
import type { EscalationActions } from "./use-escalation-actions";

type Props = { escalation: Escalation; actions: EscalationActions; answerId: string };

const maxQuestionLength = 4000;
const maxAnswerLength = 1600;

type Preview = ReturnType<typeof useNoticePreview>;

function lengthError({ notify, channel }: Draft, preview: Preview): string | undefined {
  const length = preview.data?.notice?.body.length ?? 0;
  if (!notify || channel !== "text" || length <= maxAnswerLength) return undefined;
  return answerLabels.tooLong(formatNumber(maxAnswerLength), formatNumber(length));
}

/** Whether the notice can't be sent because the company has no email. The preview says so. */
function needsMailServer({ notify }: Draft, { error }: Preview): boolean {
  return notify && error !== null && toProblem(error).reason === "EMAIL_NOT_SET_UP";
}

function firstDraft(escalation: Escalation): Draft {
  const unanswered = unansweredQuestion(escalation);
  return {
    answer: initialAnswer(escalation),
    // An unanswered question of the knowledge base gets this answer and keeps its category.
    question: unanswered || trainingQuestion(escalation),
    category: unanswered ? "" : escalation.suggestedCategory,
    // An answer to an emergency rarely applies to the next one.
    train: !escalation.urgent,
    notify: true,
    channel: "text",
  };
}

/** Returns the draft with a channel that the resident has: an email is answered by email. */
function withChannel(draft: Draft, escalation: Escalation): Draft {
  const channel = onlyChannel(escalation);
  if (channel) return { ...draft, channel };
  // The resident's email address may have been removed since.
  return escalation.resident?.email ? draft : { ...draft, channel: "text" };
}

/** Focuses the field once the user has taken over, because the button that did so is gone. */
function useFocusAfterTakeover(hold: ClaimState, answerId: string) {
  const before = useRef(hold);
  useEffect(() => {
    if (before.current === "theirs" && hold === "mine") focusAtEnd(answerId);
    before.current = hold;
  }, [hold, answerId]);
}

/** Claims the escalation on the first edit, so that colleagues see it. */
function claimIfFree(escalation: Escalation, hold: ClaimState, actions: EscalationActions) {
  if (hold === "free" && !actions.busy) actions.claim(escalation);
}

/** Submits with Ctrl+Enter. Escape leaves the field, so that the keys of the list work. */
function onFormKey(event: KeyboardEvent, field: HTMLElement | null, submit: () => void) {
  if (event.key === "Escape" && event.target === field) field?.blur();
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  submit();
}

/** Form for the answer, the training and the notice to the homeowner. */
export function AnswerForm({ escalation, actions, answerId }: Props) {
  const { user } = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const outcomes = useRef<HTMLDivElement>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const kept = useDraft(user.id, escalation.id, firstDraft(escalation));
  const { change, savedAt } = kept;
  const draft = withChannel(kept.draft, escalation);
  const hold = toClaimState(escalation, user.id);
  const written = useDebounced(draft.answer, 300);
  useFocusAfterTakeover(hold, answerId);
  const preview = useNoticePreview(escalation.id, written, draft.channel, hold !== "theirs");
  const notice = preview.data?.notice;
  const photos = useAnswerPhotos(user.id, escalation, draft, preview.data?.maxPhotos);
  const long = lengthError(draft, preview);
  const missing = draft.answer.trim() ? undefined : answerLabels.missing;

  const typing = useTyping(toTypingThread(escalation));
  const edit = (part: Partial<typeof draft>) => {
    claimIfFree(escalation, hold, actions);
    change(part);
    if (part.answer !== undefined && draft.notify) typing.change(part.answer);
  };
  const use = (answer: string) => {
    edit({ answer });
    field.current?.focus();
  };
  const submit = () => {
    setIsSubmitted(true);
    if (missing || long) field.current?.focus();
    else if (photos.isBlocked) photos.focus();
    else if (needsMailServer(draft, preview))
      outcomes.current?.querySelector<HTMLElement>("[role=alert] button")?.focus();
    else if (!draft.notify || typing.confirm()) void actions.answer(escalation, draft);
  };
  const unfold = () => {
    flushSync(() => setUnfolded(!unfolded));
    outcomes.current?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => onFormKey(event, field.current, submit);

  if (hold === "theirs") {
    return <ClaimedNotice escalation={escalation} actions={actions} id={answerId} />;
  }
  return (
    <>
      <section className="case-answer" aria-label={answerLabels.form} onKeyDown={onKeyDown}>
        <Translation escalation={escalation} />
        <ClosestAnswer escalation={escalation} answer={draft.answer} onUse={use} />
        <SimilarAnswers escalation={escalation} answer={draft.answer} onUse={use} />
        <AnswerPhotos photos={photos} escalation={escalation} draft={draft}>
          <TextArea
            id={answerId}
            inputRef={field}
            label={answerLabels.answer}
            aside={<Suggestion escalation={escalation} answer={draft.answer} />}
            value={draft.answer}
            onChange={(answer) => edit({ answer })}
            maxLength={maxQuestionLength}
            rows={2}
            error={(isSubmitted ? missing : undefined) ?? long}
          />
        </AnswerPhotos>
        <div ref={outcomes} className={unfolded ? "case-outcomes" : "case-outcomes is-folded"}>
          <TrainingOptions
            escalation={escalation}
            draft={draft}
            change={edit}
            replaces={preview.data?.replacesAnswer ?? ""}
          />
          <NotifyOptions
            escalation={escalation}
            draft={draft}
            change={edit}
            preview={preview}
            stale={written !== draft.answer}
          />
        </div>
        {draft.notify ? <TypingNotice typing={typing} /> : null}
      </section>
      <AnswerFooter
        asksToSend={draft.notify && typing.isAsking}
        escalation={escalation}
        draft={draft}
        savedAt={savedAt}
        photos={photos}
        onAttach={() => claimIfFree(escalation, hold, actions)}
        text={draft.notify && draft.answer.trim() ? (notice?.body ?? "") : ""}
        stale={written !== draft.answer || preview.isFetching}
        unfolded={unfolded}
        onUnfold={unfold}
        actions={actions}
        onSubmit={submit}
      />
    </>
  );
}
