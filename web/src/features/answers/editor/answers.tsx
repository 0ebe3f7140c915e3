import { Suspense, useRef, useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { part } from "../../../lib/load";
import { AnswerList, itemsOf } from "./answer-list";
import { AnswerRow } from "./answer-row";
import type { Knowledge } from "./use-knowledge";
import { useRemoval } from "./use-removal";

/** Most come to read: the form is loaded when one is opened. */
const AnswerEditor = part(() => import("./answer-editor"));
const History = part(() => import("../history/history"));

type Props = {
  communityId: string;
  knowledge: Knowledge;
  /** Which day it is in the community. */
  today: string;
};

/** The answers that are shown, one of them perhaps in its form. */
export function Answers({ communityId, knowledge, today }: Props) {
  const { place, go, shown, words } = knowledge;
  const [past, setPast] = useState<Answer>();
  const remove = useRemoval(communityId);
  // Whose form was closed a moment ago: the keyboard goes on from there.
  const left = useRef("");
  const withTopics = place.order === "topic" && !place.topic;
  const list = (
    <AnswerList label="Answers" items={itemsOf(shown, withTopics, today)} selected={place.answer}>
      {(answer) => {
        const row = (
          <AnswerRow
            answer={answer}
            words={words}
            today={today}
            selected={place.answer === answer.id}
            showTopic={!place.topic && !withTopics}
            takesFocus={left.current === answer.id}
            onSelect={() => {
              const id = place.answer === answer.id ? "" : answer.id;
              go({ answer: id, editing: false });
            }}
            onEdit={() => go({ answer: answer.id, editing: true })}
            onDelete={() => remove(answer)}
            onHistory={() => setPast(answer)}
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
  return (
    <>
      {list}
      {past ? (
        <Suspense>
          <History communityId={communityId} answer={past} onClose={() => setPast(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
