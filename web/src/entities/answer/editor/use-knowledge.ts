import { useRef } from "react";
import { usePendingDeletions } from "../../../forms/delete-with-undo";
import { useShortcuts } from "../../shortcut/use-shortcuts";
import { useUnansweredQuestions } from "../../unanswered-question/use-unanswered-questions";
import {
  categoryChoices,
  daysUntilExpiry,
  includesTerms,
  matchesTerms,
  sortAnswers,
  toCategories,
  toSearchTerms,
} from "../answer-rules";
import { useAnswers } from "../queries";
import { newAnswer, useKnowledgeUrlState } from "./url-state";

/** The answers that match the URL, and the shortcuts to move between them. */
export function useKnowledge(communityId: string, today: string) {
  const query = useAnswers(communityId);
  const unansweredQuery = useUnansweredQuestions(communityId);
  const leaving = usePendingDeletions();
  const [urlState, setUrlState] = useKnowledgeUrlState();
  const searchRef = useRef<HTMLInputElement>(null);

  const answers = (query.data ?? []).filter((answer) => !leaving.has(answer.id));
  const categories = toCategories(answers, today);
  const words = toSearchTerms(urlState.search);
  const category = categories.some((one) => one.name === urlState.category)
    ? urlState.category
    : "";
  const adding = urlState.answer === newAnswer;
  const edited = urlState.editing && !adding ? urlState.answer : "";
  const found = answers.filter(
    (answer) =>
      // The answer being edited stays visible, regardless of the filter.
      answer.id === edited ||
      ((!category || answer.category === category) &&
        (!urlState.expiringOnly || daysUntilExpiry(answer, today) !== undefined) &&
        matchesTerms(answer, words)),
  );
  const shown = urlState.unansweredOnly ? [] : sortAnswers(found, urlState.order);
  // Unanswered questions have no category.
  const unanswered =
    category || urlState.expiringOnly
      ? []
      : (unansweredQuery.list ?? []).filter(({ question, otherUtterances }) =>
          includesTerms([question, ...otherUtterances].join("\n"), words),
        );

  function move(by: number) {
    const at = shown.findIndex((answer) => answer.id === urlState.answer);
    const next = shown[at < 0 ? 0 : Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next) setUrlState({ answer: next.id, editing: false });
  }

  // Keys typed before the form has loaded are not shortcuts.
  const isWriting = adding || edited !== "";
  const shortcuts = {
    j: () => move(1),
    k: () => move(-1),
    e: () => {
      if (shown.some((answer) => answer.id === urlState.answer)) setUrlState({ editing: true });
    },
    n: () => setUrlState({ answer: newAnswer, editing: false }),
    "/": () => searchRef.current?.focus(),
  };
  useShortcuts("answers", isWriting ? undefined : shortcuts);

  return {
    query,
    urlState: { ...urlState, category },
    setUrlState,
    searchRef,
    answers,
    categories,
    choices: categoryChoices(categories),
    words,
    shown,
    unansweredQuery,
    unanswered,
    /** Number of answers that have expired or expire soon. */
    expiringCount: answers.filter((answer) => daysUntilExpiry(answer, today)).length,
    adding,
    edited,
    /** The answer being edited was deleted. */
    lost: edited !== "" && query.isSuccess && !query.data.some((one) => one.id === edited),
  };
}

export type Knowledge = ReturnType<typeof useKnowledge>;
