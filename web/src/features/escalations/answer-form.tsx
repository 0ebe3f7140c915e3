import { type KeyboardEvent, useRef, useState } from "react";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { useDebounced } from "../../lib/debounced";
import { useNow } from "../../lib/now";
import { generalTopic } from "../../lib/topics";
import { useCurrent } from "../../rpc/current";
import { Button, Icon, Menu, TextArea } from "../../ui";
import { dismissEntries, holdOf } from "./case-head";
import { useDraft } from "./draft";
import { Notify } from "./notify";
import { useNotice } from "./queries";
import { filledIn, NearestAnswer, Suggestion } from "./suggestion";
import { Train } from "./train";
import type { Acts } from "./use-acts";
import { actWords, whenWords } from "./words";

type Props = { escalation: Escalation; acts: Acts; answerId: string };

const longest = 4000;
const longestText = 1600;

function Taken({ escalation, acts }: Omit<Props, "answerId">) {
  const { user } = useCurrent();
  const who = escalation.claimedBy || "A colleague";
  const mayTake = user.parlorRole === "admin";
  return (
    <p className="notice notice--warning">
      <Icon name="persona" />
      <span className="row__grow">
        <span className="strong">{who} is at it.</span>{" "}
        {mayTake ? "Take it over to answer it yourself." : "Ask them to release it."}
      </span>
      {mayTake ? (
        <Button size="small" pending={acts.busy} onPress={() => acts.claim(escalation)}>
          Take over
        </Button>
      ) : null}
    </p>
  );
}

/** The answer, whom it teaches and whom it reaches. */
export function AnswerForm({ escalation, acts, answerId }: Props) {
  const { user } = useCurrent();
  const now = useNow();
  const field = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState(false);
  const { draft, change, savedAt } = useDraft(user.id, escalation.id, {
    answer: filledIn(escalation),
    question: escalation.question,
    topic: generalTopic,
    train: true,
    notify: true,
  });
  const hold = holdOf(escalation, user.id);
  const written = useDebounced(draft.answer, 300);
  const preview = useNotice(escalation.id, written, hold !== "theirs");
  const notice = preview.data?.notice;
  const tooLong = draft.notify && (notice?.body.length ?? 0) > longestText;
  const error = !draft.answer.trim()
    ? "Write an answer first."
    : tooLong
      ? `A text holds ${longestText.toLocaleString("en")} characters; this one has ${notice?.body.length.toLocaleString("en")}.`
      : undefined;

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
  const onKeyDown = (event: KeyboardEvent) => {
    // Back to the list's keys.
    if (event.key === "Escape" && event.target === field.current) field.current?.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };

  if (hold === "theirs") {
    return (
      <section className="case-answer" aria-label="Answer">
        <Taken escalation={escalation} acts={acts} />
      </section>
    );
  }
  return (
    <>
      <section className="case-answer" aria-label="Answer" onKeyDown={onKeyDown}>
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
          error={asked || tooLong ? error : undefined}
        />
        <div className="case-outcomes">
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
      <footer className="case-foot">
        <span className="only-desk">
          <Menu
            label="Dismiss"
            placement="bottom start"
            items={dismissEntries(escalation, acts)}
            trigger={<Button variant="quiet">Dismiss…</Button>}
          />
        </span>
        <span className="row__grow caption only-desk">
          {savedAt ? `Draft saved ${whenWords(new Date(savedAt), new Date(now))}` : null}
        </span>
        {draft.notify && notice && draft.answer.trim() ? (
          <span className="case-foot__exact" aria-hidden="true">
            {notice.body}
          </span>
        ) : null}
        <Button variant="primary" onPress={submit}>
          {actWords(draft.train, draft.notify)}
        </Button>
      </footer>
    </>
  );
}
