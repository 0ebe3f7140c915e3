import { useRef } from "react";
import { useKeys } from "../../../lib/use-keys";
import { useAnswers } from "../queries";
import { useUnanswered } from "../unanswered/use-unanswered";
import { useLeaving } from "./deletions";
import { finds, hasWords, inOrder, lapse, topicChoices, topicsOf, wordsOf } from "./rules";
import { newAnswer, usePlace } from "./use-place";

/** The answers of a community as the address asks for them, and the keys to move in them. */
export function useKnowledge(communityId: string, today: string) {
  const query = useAnswers(communityId);
  const asked = useUnanswered(communityId);
  const leaving = useLeaving();
  const [place, go] = usePlace();
  const searchRef = useRef<HTMLInputElement>(null);

  const answers = (query.data ?? []).filter((answer) => !leaving.has(answer.id));
  const topics = topicsOf(answers, today);
  const words = wordsOf(place.search);
  const topic = topics.some((one) => one.name === place.topic) ? place.topic : "";
  const adding = place.answer === newAnswer;
  const edited = place.editing && !adding ? place.answer : "";
  const found = answers.filter(
    (answer) =>
      // What somebody writes on stays in view, whatever they look for.
      answer.id === edited ||
      ((!topic || answer.topic === topic) &&
        (!place.lapsing || lapse(answer, today) !== undefined) &&
        finds(answer, words)),
  );
  const shown = place.inVain ? [] : inOrder(found, place.order);
  // They have no topic yet.
  const unanswered =
    topic || place.lapsing
      ? []
      : (asked.list ?? []).filter(({ question, ways }) =>
          hasWords([question, ...ways].join("\n"), words),
        );

  function move(by: number) {
    const at = shown.findIndex((answer) => answer.id === place.answer);
    const next = shown[at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next) go({ answer: next.id, editing: false });
  }

  useKeys({
    j: () => move(1),
    k: () => move(-1),
    e: () => {
      if (shown.some((answer) => answer.id === place.answer)) go({ editing: true });
    },
    n: () => go({ answer: newAnswer, editing: false }),
    "/": () => searchRef.current?.focus(),
  });

  return {
    query,
    place: { ...place, topic },
    go,
    searchRef,
    answers,
    topics,
    choices: topicChoices(topics),
    words,
    shown,
    asked,
    unanswered,
    /** How many hold no longer, or not for long. */
    lapsing: answers.filter((answer) => lapse(answer, today)).length,
    adding,
    edited,
    /** The answer that is being changed is not there any more. */
    lost: edited !== "" && query.isSuccess && !query.data.some((one) => one.id === edited),
  };
}

export type Knowledge = ReturnType<typeof useKnowledge>;
