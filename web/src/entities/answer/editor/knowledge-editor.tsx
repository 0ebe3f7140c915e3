import { Suspense } from "react";
import { toProblem } from "../../../api/problem";
import { useStoredDraft } from "../../../lib/drafts";
import { lazyWithReload } from "../../../lib/lazy";
import { useNow } from "../../../lib/use-now";
import { ErrorState, toast } from "../../../ui";
import type { UnansweredQuestion } from "../../unanswered-question/unanswered-question";
import { UnansweredQuestionList } from "../../unanswered-question/unanswered-question-list";
import { currentDay, toTotals } from "../answer-rules";
import { RemovedAnswersLink } from "../history/removed-answers-link";
import { type NewAnswerDraft, useDraftKeys } from "./answer-drafts";
import { AnswerRows } from "./answer-rows";
import { AnswerFormSkeleton, AnswersSkeleton } from "./answers-skeleton";
import { CategoryNav } from "./category-nav";
import { NoAnswers, NothingFound } from "./empty-states";
import { labels } from "./labels";
import { OrphanedDraft } from "./orphaned-draft";
import { Toolbar } from "./toolbar";
import { newAnswer } from "./url-state";
import { useKnowledge } from "./use-knowledge";
import { useStartAnswer } from "./use-start-answer";

/** Most users come to read, so the form loads when it is opened. */
const NewAnswerEditor = lazyWithReload(() => import("./new-answer-editor"));
/** Loaded after the answers. */
const Contradictions = lazyWithReload(() => import("../contradictions/contradictions"));

const maxSamples = 50;

type Props = {
  communityId: string;
  label: string;
  /** Time zone of the community. Unset while it loads. */
  timeZone: string | undefined;
};

/** The answers of a community: search, filter and edit in place. */
export function KnowledgeEditor({ communityId, label, timeZone }: Props) {
  const today = currentDay(timeZone, useNow());
  const knowledge = useKnowledge(communityId, today);
  const { query, urlState, setUrlState, answers, categories, adding, unansweredQuery } = knowledge;
  const [draft] = useStoredDraft<NewAnswerDraft>(useDraftKeys(communityId).ofNew);

  function added(id = "") {
    setUrlState({ answer: id, editing: false });
    // In the list of unanswered questions, an answered one just disappears.
    if (id && urlState.unansweredOnly) toast.success(labels.usedFromNow);
  }

  const total = toTotals(answers, today);
  // Hides the question that the new answer is being written for.
  const unanswered = adding
    ? knowledge.unanswered.filter(({ question }) => question !== draft?.begun)
    : knowledge.unanswered;

  if (query.isPending) return <AnswersSkeleton />;
  if (query.isError && !query.data) {
    return (
      <section className="panel turbo__state" aria-label={labels.answers}>
        <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      </section>
    );
  }
  return (
    <section className="panel turbo__answers" aria-label={labels.answersOf(label)}>
      <h2 className="visually-hidden">{labels.answers}</h2>
      <CategoryNav
        categories={categories}
        total={total}
        unansweredCount={unansweredQuery.list?.length}
        expiringCount={knowledge.expiringCount}
        urlState={urlState}
        onChoose={(next) => setUrlState(next, false)}
      />
      <div className="answers">
        <Toolbar
          urlState={urlState}
          categories={categories}
          total={total}
          unansweredCount={unansweredQuery.list?.length}
          expiringCount={knowledge.expiringCount}
          setUrlState={setUrlState}
          searchRef={knowledge.searchRef}
        />
        {adding ? (
          <Suspense fallback={<AnswerFormSkeleton />}>
            <NewAnswerEditor
              key={draft?.begun ?? ""}
              communityId={communityId}
              category={urlState.category}
              categories={knowledge.choices}
              onDone={added}
            />
          </Suspense>
        ) : null}
        {knowledge.lost ? (
          <OrphanedDraft
            communityId={communityId}
            answerId={urlState.answer}
            onAddBack={() => setUrlState({ answer: newAnswer, editing: false })}
            onDiscard={() => setUrlState({ answer: "", editing: false })}
          />
        ) : null}
        <Suspense>
          <Contradictions
            communityId={communityId}
            onEdit={(answer) => {
              setUrlState({
                answer,
                editing: true,
                category: "",
                search: "",
                unansweredOnly: false,
                expiringOnly: false,
              });
            }}
          />
        </Suspense>
        <Unanswered communityId={communityId} knowledge={knowledge} found={unanswered} />
        {urlState.unansweredOnly ? null : (
          <>
            <ShownAnswers
              {...{ communityId, label, knowledge, today }}
              hasUnanswered={unanswered.length > 0}
            />
            <RemovedAnswersLink communityId={communityId} />
          </>
        )}
      </div>
    </section>
  );
}

type KnowledgeProps = { communityId: string; knowledge: ReturnType<typeof useKnowledge> };

type UnansweredProps = KnowledgeProps & { found: readonly UnansweredQuestion[] };

/** Questions without an answer. Writing one opens the form, filled in. */
function Unanswered({ communityId, knowledge, found }: UnansweredProps) {
  const { urlState, setUrlState, unansweredQuery, words } = knowledge;
  const begin = useStartAnswer(communityId);
  return (
    <UnansweredQuestionList
      query={unansweredQuery}
      found={found}
      words={words}
      alone={urlState.unansweredOnly}
      onAll={() => setUrlState({ unansweredOnly: true, expiringOnly: false, category: "" }, false)}
      onWrite={({ question, otherUtterances, reply, entry }) => {
        if (entry)
          setUrlState({
            answer: entry.id,
            editing: true,
            unansweredOnly: false,
            category: "",
            search: "",
          });
        else
          begin({
            question,
            answer: reply,
            samples: otherUtterances.slice(0, maxSamples).join("\n"),
          });
      }}
    />
  );
}

type ShownProps = KnowledgeProps & { label: string; today: string; hasUnanswered: boolean };

/** The answers that match the filters, or why there are none. */
function ShownAnswers({ communityId, label, knowledge, today, hasUnanswered }: ShownProps) {
  const { urlState, setUrlState, answers, shown, adding } = knowledge;
  if (shown.length > 0)
    return <AnswerRows communityId={communityId} knowledge={knowledge} today={today} />;
  if (answers.length > 0)
    return hasUnanswered ? null : (
      <NothingFound
        urlState={urlState}
        onAll={() => setUrlState({ search: "", category: "", expiringOnly: false })}
      />
    );
  if (adding) return null;
  return (
    <NoAnswers id={communityId} label={label} onAdd={() => setUrlState({ answer: newAnswer })} />
  );
}
