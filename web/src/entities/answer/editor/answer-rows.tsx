import { Suspense, useRef, useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { lazyWithReload, usePrefetch } from "../../../lib/lazy";
import { AnswerList, toListItems } from "./answer-list";
import { AnswerRow } from "./answer-row";
import { labels } from "./labels";
import { useDeleteAnswer } from "./use-delete-answer";
import type { Knowledge } from "./use-knowledge";

/** Most users come to read, so the form loads after the page. */
const loadEditor = () => import("./answer-editor");
const AnswerEditor = lazyWithReload(loadEditor);
const History = lazyWithReload(() => import("../history/history-sheet"));

type Props = {
  communityId: string;
  knowledge: Knowledge;
  /** Current day in the community's time zone. */
  today: string;
};

/** The answers, with the one being edited as a form. */
export function AnswerRows({ communityId, knowledge, today }: Props) {
  const { urlState, setUrlState, shown, words } = knowledge;
  const [past, setPast] = useState<Answer>();
  const remove = useDeleteAnswer(communityId);
  usePrefetch(loadEditor);
  // ID of the answer whose form was just closed. It gets the focus.
  const left = useRef("");
  const withCategories = urlState.order === "category" && !urlState.category;
  const list = (
    <AnswerList
      label={labels.answers}
      items={toListItems(shown, withCategories, today)}
      selected={urlState.answer}
    >
      {(answer) => {
        const row = (
          <AnswerRow
            answer={answer}
            words={words}
            today={today}
            selected={urlState.answer === answer.id}
            showCategory={!urlState.category && !withCategories}
            takesFocus={left.current === answer.id}
            onSelect={() => {
              const id = urlState.answer === answer.id ? "" : answer.id;
              setUrlState({ answer: id, editing: false });
            }}
            onEdit={() => setUrlState({ answer: answer.id, editing: true })}
            onDelete={() => remove(answer)}
            onHistory={() => setPast(answer)}
          />
        );
        if (knowledge.edited !== answer.id) return row;
        // Until the form has loaded, the answer stays visible.
        return (
          <Suspense fallback={row}>
            <AnswerEditor
              answer={answer}
              categories={knowledge.choices}
              onDone={() => {
                left.current = answer.id;
                setUrlState({ editing: false });
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
