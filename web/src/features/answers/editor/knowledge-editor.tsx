import { Suspense, useRef } from "react";
import { part } from "../../../lib/load";
import { toProblem } from "../../../rpc/problem";
import { ProblemFace } from "../../../ui";
import { AnswerList, itemsOf } from "./answer-list";
import { AnswerRow } from "./answer-row";
import { AnswerFormSkeleton, AnswersSkeleton } from "./answers-skeleton";
import { LostDraft } from "./lost-draft";
import { NoAnswers, NothingFound } from "./no-answers";
import { Toolbar } from "./toolbar";
import { Topics } from "./topics";
import { type Knowledge, useKnowledge } from "./use-knowledge";
import { newAnswer } from "./use-place";
import { useRemoval } from "./use-removal";

// Most come to read: the forms are loaded when one is opened.
const AnswerAdder = part(() => import("./answer-adder"));
const AnswerEditor = part(() => import("./answer-editor"));

type Props = { communityId: string; label: string };

/** A community's answers: found by topic and words, changed where they stand. */
export function KnowledgeEditor({ communityId, label }: Props) {
  const knowledge = useKnowledge(communityId);
  const { query, place, go, answers, topics, adding } = knowledge;

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
        total={answers.length}
        chosen={place.topic}
        onChoose={(topic) => go({ topic }, false)}
      />
      <div className="answers">
        <Toolbar
          place={place}
          topics={topics}
          total={answers.length}
          go={go}
          searchRef={knowledge.searchRef}
        />
        {adding ? (
          <Suspense fallback={<AnswerFormSkeleton />}>
            <AnswerAdder
              communityId={communityId}
              topic={place.topic}
              topics={knowledge.choices}
              onDone={(id) => go({ answer: id ?? "", editing: false })}
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
        {knowledge.shown.length > 0 ? (
          <Answers communityId={communityId} knowledge={knowledge} />
        ) : answers.length > 0 ? (
          <NothingFound place={place} onAll={() => go({ search: "", topic: "" })} />
        ) : adding ? null : (
          <NoAnswers label={label} onAdd={() => go({ answer: newAnswer })} />
        )}
      </div>
    </section>
  );
}

function Answers({ communityId, knowledge }: { communityId: string; knowledge: Knowledge }) {
  const { place, go, shown, words } = knowledge;
  const remove = useRemoval(communityId);
  // Whose form was closed a moment ago: the keyboard goes on from there.
  const left = useRef("");
  const withTopics = place.order === "topic" && !place.topic;
  return (
    <AnswerList label="Answers" items={itemsOf(shown, withTopics)} selected={place.answer}>
      {(answer) => {
        const row = (
          <AnswerRow
            answer={answer}
            words={words}
            selected={place.answer === answer.id}
            showTopic={!place.topic && !withTopics}
            takesFocus={left.current === answer.id}
            onSelect={() => {
              const id = place.answer === answer.id ? "" : answer.id;
              go({ answer: id, editing: false });
            }}
            onEdit={() => go({ answer: answer.id, editing: true })}
            onDelete={() => remove(answer)}
          />
        );
        if (knowledge.edited !== answer.id) return row;
        // Until its form is loaded, the answer stands as it was.
        return (
          <Suspense fallback={row}>
            <AnswerEditor
              answer={answer}
              topics={knowledge.choices}
              onDone={() => {
                left.current = answer.id;
                go({ editing: false });
              }}
            />
          </Suspense>
        );
      }}
    </AnswerList>
  );
}
