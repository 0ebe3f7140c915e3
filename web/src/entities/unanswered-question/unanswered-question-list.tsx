import { formatShortDate } from "../../lib/format-date";
import { useNow } from "../../lib/use-now";
import { Badge, Button, EmptyState } from "../../ui";
import { SearchHighlight } from "../../ui/search-highlight";
import { labels } from "./labels";
import type { UnansweredQuestion } from "./unanswered-question";
import type { UnansweredQuestionsQuery } from "./use-unanswered-questions";

/** Maximum number of questions above the answers, so that the first answer stays in view. */
const collapsedCount = 1;
/** Maximum number of questions above the answers while the user searches. */
const searchedCount = 3;

type QuestionRowProps = { one: UnansweredQuestion; words: readonly string[]; onWrite: () => void };

function QuestionRow({ one, words, onWrite }: QuestionRowProps) {
  const { question, otherCount, times, residents, last, reply, entry } = one;
  const now = new Date(useNow());
  return (
    <li className="answer answer--gap">
      <div className="answer__head">
        <h3 className="group-title">
          <SearchHighlight text={question} words={words} />
        </h3>
        <Badge tone="warning">{labels.status(Boolean(entry?.expired), times)}</Badge>
      </div>
      <div className="row row--wrap">
        <p className="answer__foot caption row__grow">
          <span>{labels.last(formatShortDate(new Date(last), now))}</span>
          {residents > 1 ? <span>{labels.residents(residents)}</span> : null}
          {otherCount > 0 ? <span>{labels.otherPhrasings(otherCount)}</span> : null}
          {reply ? <span>{labels.teamReplied}</span> : null}
        </p>
        <Button
          size="small"
          icon="pen"
          aria-label={
            entry?.expired ? labels.updateAnswerTo(question) : labels.writeAnswerTo(question)
          }
          onPress={onWrite}
        >
          {entry?.expired ? labels.updateAnswer : labels.writeAnswer}
        </Button>
      </div>
    </li>
  );
}

type Props = {
  query: UnansweredQuestionsQuery;
  /** Questions that match the search. */
  found: readonly UnansweredQuestion[];
  words: readonly string[];
  /** The screen shows unanswered questions only. */
  alone: boolean;
  onAll: () => void;
  onWrite: (one: UnansweredQuestion) => void;
};

/** Lists unanswered questions, most frequent first, each with a button to answer it. */
export function UnansweredQuestionList({ query, found, words, alone, onAll, onWrite }: Props) {
  if (query.failed) {
    return (
      <p className="unanswered__note small" role="alert">
        {labels.failed}{" "}
        <Button variant="link" size="small" onPress={query.retry}>
          {labels.tryAgain}
        </Button>
      </p>
    );
  }
  if (found.length === 0) {
    if (!alone) return null;
    return words.length > 0 ? (
      <EmptyState title={labels.noMatchesTitle} text={labels.noMatchesText(words.join(" "))} />
    ) : (
      <EmptyState title={labels.emptyTitle} text={labels.emptyText} />
    );
  }
  const maxShown = words.length > 0 ? searchedCount : collapsedCount;
  const shown = alone ? found : found.slice(0, maxShown);
  return (
    <section aria-label={labels.title}>
      <div className="answers__category unanswered__head">
        <p>
          {labels.title} <span className="category__count">{found.length}</span>
        </p>
        {shown.length < found.length ? (
          <Button variant="link" size="small" onPress={onAll}>
            {labels.showAll(found.length)}
          </Button>
        ) : null}
      </div>
      <ul>
        {shown.map((one) => (
          <QuestionRow key={one.id} one={one} words={words} onWrite={() => onWrite(one)} />
        ))}
      </ul>
      {alone && query.hasMore ? (
        <p className="unanswered__note caption">{labels.moreHint}</p>
      ) : null}
    </section>
  );
}
