import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { formatDate } from "../../../lib/format-date";
import { useNow } from "../../../lib/use-now";
import { Badge, Button, KeyCap } from "../../../ui";
import { SearchHighlight } from "../../../ui/search-highlight";
import { fullName, useSession } from "../../session/session";
import { changedAt, daysUntilExpiry, expiryLabel, isAnswered } from "../answer-rules";
import { labels } from "./labels";

function changeDate(answer: Answer): string {
  const at = new Date(changedAt(answer) * 1000);
  return formatDate(at, new Date());
}

/** "Dana, Nov 3". Answers that came with the community have no name. */
function lastChange(answer: Answer): string {
  if (!answer.updatedAt) return answer.updatedBy;
  return answer.updatedBy ? `${answer.updatedBy}, ${changeDate(answer)}` : changeDate(answer);
}

/** How long a colleague's change is announced, in milliseconds. */
const recentChangeMs = 5 * 60_000;

/** When and by whom the answer was last changed. A colleague's recent change is announced. */
function ChangedLabel({ answer }: { answer: Answer }) {
  const { user } = useSession();
  const now = useNow();
  const { updatedAt, updatedBy } = answer;
  // Questions without an answer came with the community.
  if ((!updatedAt || !isAnswered(answer)) && !updatedBy) return null;
  const others = updatedBy !== "" && updatedBy !== fullName(user);
  if (others && now - changedAt(answer) * 1000 < recentChangeMs) {
    return (
      <span role="status">
        <Badge tone="info">{labels.changedNow(updatedBy)}</Badge>
      </span>
    );
  }
  return <span>{lastChange(answer)}</span>;
}

function usageLabel({ used }: Answer): string {
  return used === 0n ? labels.notUsed : labels.used(used);
}

type Props = {
  answer: Answer;
  words: readonly string[];
  /** Current day in the community's time zone. */
  today: string;
  selected: boolean;
  showCategory: boolean;
  /** The row takes the focus when it appears. */
  takesFocus: boolean;
  onSelect: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onHistory: () => void;
};

/** An answer as read-only text. The selected one also shows its sample questions. */
export function AnswerRow({ answer, words, today, selected, showCategory, ...on }: Props) {
  const { question, samples, source } = answer;
  const waits = !isAnswered(answer);
  const left = daysUntilExpiry(answer, today);
  const hits = words.length > 0 ? samples.filter((sample) => matchesWord(sample, words)) : [];
  const shown = selected ? samples : hits;
  return (
    <div className="answer" data-selected={selected || undefined}>
      <div className="answer__head">
        <h3 className="group-title">
          <button
            type="button"
            className="answer__open"
            aria-expanded={selected}
            // biome-ignore lint/a11y/noAutofocus: the focus returns here when the form closes
            autoFocus={on.takesFocus}
            onClick={on.onSelect}
          >
            <SearchHighlight text={question} words={words} />
          </button>
        </h3>
        {waits || left !== undefined ? (
          <span className="answer__used">
            <Badge tone={left !== undefined && left < 0 ? "danger" : "warning"}>
              {left === undefined ? labels.noAnswer : expiryLabel(left)}
            </Badge>
          </span>
        ) : (
          <span className="caption answer__used">{usageLabel(answer)}</span>
        )}
        <span className="row answer__acts">
          <Button
            size="small"
            onPress={on.onEdit}
            aria-label={waits ? labels.writeAnswerTo(question) : labels.editQuestion(question)}
          >
            {waits ? labels.writeAnswer : labels.edit} <KeyCap>E</KeyCap>
          </Button>
          <Button
            size="small"
            variant="quiet"
            onPress={on.onDelete}
            aria-label={labels.deleteQuestion(question)}
          >
            {labels.delete}
          </Button>
        </span>
      </div>
      {waits ? null : (
        <p className="secondary answer__text">
          <SearchHighlight text={answer.answer} words={words} />
        </p>
      )}
      {shown.length > 0 ? (
        <div className="answer__samples small">
          <p className="caption">
            {!selected
              ? labels.foundInSamples
              : waits
                ? labels.residentsAsk
                : labels.residentsAlsoAsk}
          </p>
          <ul>
            {shown.map((sample) => (
              <li key={sample}>
                “<SearchHighlight text={sample} words={words} />”
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="answer__foot caption">
        {showCategory ? <span>{answer.category}</span> : null}
        {source ? (
          <span>
            <SearchHighlight text={source} words={words} />
          </span>
        ) : null}
        <ChangedLabel answer={answer} />
        {selected && answer.version > 1n ? (
          <Button variant="link" size="small" onPress={on.onHistory}>
            {labels.history}
          </Button>
        ) : null}
        {!selected && samples.length > 0 ? (
          <span>{waits ? `“${samples[0]}”` : labels.moreSamples(samples.length)}</span>
        ) : null}
      </p>
    </div>
  );
}

function matchesWord(text: string, words: readonly string[]): boolean {
  const low = text.toLowerCase();
  return words.some((word) => low.includes(word));
}
