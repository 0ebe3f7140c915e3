import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { useDebounced } from "../../lib/debounced";
import { generalTopic } from "../../lib/topics";
import { useCurrent } from "../../rpc/current";
import { toProblem } from "../../rpc/problem";
import { TextArea } from "../../ui";
import { AnswerFoot } from "./answer-foot";
import { holdOf } from "./case-head";
import { type Draft, useDraft } from "./draft";
import { Notify } from "./notify";
import { useNotice } from "./queries";
import { filledIn, InEnglish, NearestAnswer, Suggestion, waitsFor } from "./suggestion";
import { Taken } from "./taken";
import { Train } from "./train";
import type { Acts } from "./use-acts";
import { learntAs } from "./words";

type Props = { escalation: Escalation; acts: Acts; answerId: string };

const longest = 4000;
const longestText = 1600;

type Preview = ReturnType<typeof useNotice>;

function tooLong({ notify, channel }: Draft, preview: Preview): string | undefined {
  const length = preview.data?.notice?.body.length ?? 0;
  if (!notify || channel === "email" || length <= longestText) return undefined;
  const [most, has] = [longestText, length].map((count) => count.toLocaleString("en"));
  return `A text holds ${most} characters; this one has ${has}.`;
}

/** Why it cannot be sent as it stands. */
function obstacle(draft: Draft, preview: Preview): string | undefined {
  if (!draft.answer.trim()) return "Write an answer first.";
  if (draft.notify && preview.error && toProblem(preview.error).reason === "EMAIL_NOT_SET_UP") {
    return "No mail can leave. Notify by text, or nobody.";
  }
  return undefined;
}

/** The answer, whom it teaches and whom it reaches. */
export function AnswerForm({ escalation, acts, answerId }: Props) {
  const { user } = useCurrent();
  const field = useRef<HTMLTextAreaElement>(null);
  const outcomes = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const kept = useDraft(user.id, escalation.id, {
    answer: filledIn(escalation),
    // What waits for an answer gets it, and stays where it is.
    question: waitsFor(escalation) || learntAs(escalation),
    topic: waitsFor(escalation) ? "" : generalTopic,
    // What helps in one emergency is no answer to the next.
    train: !escalation.urgent,
    notify: true,
    channel: "text",
  });
  const { change, savedAt } = kept;
  // An address may have gone since.
  const draft: Draft = escalation.resident?.email ? kept.draft : { ...kept.draft, channel: "text" };
  const hold = holdOf(escalation, user.id);
  const written = useDebounced(draft.answer, 300);
  const preview = useNotice(escalation.id, written, draft.channel, hold !== "theirs");
  const notice = preview.data?.notice;
  const long = tooLong(draft, preview);
  const error = obstacle(draft, preview) ?? long;

  const edit = (part: Partial<typeof draft>) => {
    // Who begins to write is at it, so that colleagues see it.
    if (hold === "free" && !acts.busy) acts.claim(escalation);
    change(part);
  };
  const submit = () => {
    setAsked(true);
    if (error) field.current?.focus();
    else void acts.answer(escalation, draft);
  };
  const unfold = () => {
    flushSync(() => setUnfolded(!unfolded));
    outcomes.current?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Back to the list's keys.
    if (event.key === "Escape" && event.target === field.current) field.current?.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };

  if (hold === "theirs") return <Taken escalation={escalation} acts={acts} />;
  return (
    <>
      <section className="case-answer" aria-label="Answer" onKeyDown={onKeyDown}>
        <InEnglish escalation={escalation} />
        <NearestAnswer
          escalation={escalation}
          answer={draft.answer}
          onUse={(answer) => {
            edit({ answer });
            field.current?.focus();
          }}
        />
        <TextArea
          id={answerId}
          inputRef={field}
          label="Your answer"
          aside={<Suggestion escalation={escalation} answer={draft.answer} />}
          value={draft.answer}
          onChange={(answer) => edit({ answer })}
          maxLength={longest}
          rows={2}
          error={asked ? error : long}
        />
        <div ref={outcomes} className={unfolded ? "case-outcomes" : "case-outcomes is-folded"}>
          <Train
            escalation={escalation}
            draft={draft}
            change={edit}
            replaces={preview.data?.replacesAnswer ?? ""}
          />
          <Notify
            escalation={escalation}
            draft={draft}
            change={edit}
            preview={preview}
            stale={written !== draft.answer}
          />
        </div>
      </section>
      <AnswerFoot
        escalation={escalation}
        draft={draft}
        savedAt={savedAt}
        text={draft.notify && draft.answer.trim() ? (notice?.body ?? "") : ""}
        unfolded={unfolded}
        onUnfold={unfold}
        acts={acts}
        onSubmit={submit}
      />
    </>
  );
}
