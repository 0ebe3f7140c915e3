import { useRef } from "react";
import { toProblem } from "../../../rpc/problem";
import { ProblemFace } from "../../../ui";
import { AnswerAdder } from "./answer-adder";
import { AnswerEditor } from "./answer-editor";
import { AnswerList, itemsOf } from "./answer-list";
import { AnswerRow } from "./answer-row";
import { AnswersSkeleton } from "./answers-skeleton";
import { LostDraft } from "./lost-draft";
import { NoAnswers, NothingFound } from "./no-answers";
import { Toolbar } from "./toolbar";
import { Topics } from "./topics";
import { type Knowledge, useKnowledge } from "./use-knowledge";
import { newAnswer } from "./use-place";
import { useRemoval } from "./use-removal";

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
          <AnswerAdder
            communityId={communityId}
            topic={place.topic}
            topics={knowledge.choices}
            onDone={(id) => go({ answer: id ?? "", editing: false })}
          />
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
      {(answer) =>
        knowledge.edited === answer.id ? (
          <AnswerEditor
            answer={answer}
            topics={knowledge.choices}
            onDone={() => {
              left.current = answer.id;
              go({ editing: false });
            }}
          />
        ) : (
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
        )
      }
    </AnswerList>
  );
}
