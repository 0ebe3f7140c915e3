import { Suspense } from "react";
import { part } from "../../../lib/load";
import { useNow } from "../../../lib/now";
import { toProblem } from "../../../rpc/problem";
import { ProblemFace, toast } from "../../../ui";
import { RemovedLink } from "../history/removed-link";
import { useStored } from "../stored";
import { UnansweredList } from "../unanswered/unanswered";
import { Answers } from "./answers";
import { AnswerFormSkeleton, AnswersSkeleton } from "./answers-skeleton";
import { type NewAnswer, useDraftKeys } from "./drafts";
import { LostDraft } from "./lost-draft";
import { NoAnswers, NothingFound } from "./no-answers";
import { allOf, dayIn } from "./rules";
import { Toolbar } from "./toolbar";
import { Topics } from "./topics";
import { useBegin } from "./use-begin";
import { useKnowledge } from "./use-knowledge";
import { newAnswer } from "./use-place";

/** Most come to read: the form is loaded when one is opened. */
const AnswerAdder = part(() => import("./answer-adder"));
/** Comes after what the bot knows. */
const Contradictions = part(() => import("../contradictions/contradictions"));

const mostSamples = 50;

type Props = {
  communityId: string;
  label: string;
  /** The community's; unset while that is read. */
  timeZone: string | undefined;
};

/** A community's answers: found by topic and words, changed where they stand. */
export function KnowledgeEditor({ communityId, label, timeZone }: Props) {
  const today = dayIn(timeZone, useNow());
  const knowledge = useKnowledge(communityId, today);
  const { query, place, go, answers, topics, adding, asked } = knowledge;
  const [draft] = useStored<NewAnswer>(useDraftKeys(communityId).ofNew);
  const begin = useBegin(communityId);

  function added(id = "") {
    go({ answer: id, editing: false });
    // Among what has no answer, nothing else would show that it has one now.
    if (id && place.inVain) toast.success("The bot knows the answer from now on.");
  }

  const total = allOf(answers, today);
  // What is being written stands in its form.
  const unanswered = adding
    ? knowledge.unanswered.filter(({ question }) => question !== draft?.begun)
    : knowledge.unanswered;

  if (query.isPending) return <AnswersSkeleton />;
  if (query.isError && !query.data) {
    return (
      <section className="panel turbo__face" aria-label="Answers">
        <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      </section>
    );
  }
  return (
    <section className="panel turbo__answers" aria-label={`Answers of ${label}`}>
      <h2 className="visually-hidden">Answers</h2>
      <Topics
        topics={topics}
        total={total}
        inVain={asked.list?.length}
        lapsing={knowledge.lapsing}
        place={place}
        onChoose={(next) => go(next, false)}
      />
      <div className="answers">
        <Toolbar
          place={place}
          topics={topics}
          total={total}
          inVain={asked.list?.length}
          lapsing={knowledge.lapsing}
          go={go}
          searchRef={knowledge.searchRef}
        />
        {adding ? (
          <Suspense fallback={<AnswerFormSkeleton />}>
            <AnswerAdder
              key={draft?.begun ?? ""}
              communityId={communityId}
              topic={place.topic}
              topics={knowledge.choices}
              onDone={added}
            />
          </Suspense>
        ) : null}
        {knowledge.lost ? (
          <LostDraft
            communityId={communityId}
            answerId={place.answer}
            onAgain={() => go({ answer: newAnswer, editing: false })}
            onDrop={() => go({ answer: "", editing: false })}
          />
        ) : null}
        <Suspense>
          <Contradictions
            communityId={communityId}
            onEdit={(answer) => {
              go({ answer, editing: true, topic: "", search: "", inVain: false, lapsing: false });
            }}
          />
        </Suspense>
        <UnansweredList
          asked={asked}
          found={unanswered}
          words={knowledge.words}
          alone={place.inVain}
          onAll={() => go({ inVain: true, lapsing: false, topic: "" }, false)}
          onWrite={({ question, ways, reply, known }) => {
            if (known)
              go({ answer: known.id, editing: true, inVain: false, topic: "", search: "" });
            else begin({ question, answer: reply, samples: ways.slice(0, mostSamples).join("\n") });
          }}
        />
        {place.inVain ? null : knowledge.shown.length > 0 ? (
          <Answers communityId={communityId} knowledge={knowledge} today={today} />
        ) : answers.length > 0 ? (
          unanswered.length > 0 ? null : (
            <NothingFound
              place={place}
              onAll={() => go({ search: "", topic: "", lapsing: false })}
            />
          )
        ) : adding ? null : (
          <NoAnswers id={communityId} label={label} onAdd={() => go({ answer: newAnswer })} />
        )}
        {place.inVain ? null : <RemovedLink communityId={communityId} />}
      </div>
    </section>
  );
}
