import { useNow } from "../../../lib/now";
import { shortWhen } from "../../../lib/when";
import { Badge, Button, EmptyFace } from "../../../ui";
import { Found } from "../editor/found";
import type { Unanswered } from "./rules";
import type { AskedInVain } from "./use-unanswered";

/** So many stand before the answers; all of them are a press away. */
const first = 3;

type RowProps = { one: Unanswered; words: readonly string[]; onWrite: () => void };

function Row({ one, words, onWrite }: RowProps) {
  const { question, otherWays, times, residents, last, reply, known } = one;
  const now = new Date(useNow());
  return (
    <li className="answer answer--gap">
      <div className="answer__head">
        <h3 className="group-title">
          <Found text={question} words={words} />
        </h3>
        <Badge tone="warning">
          {known?.expired ? "Expired" : "Unanswered"} · asked{" "}
          {times === 1 ? "once" : `${times.toLocaleString("en")}×`}
        </Badge>
      </div>
      <div className="row row--wrap">
        <p className="answer__foot caption row__grow">
          <span>Last {shortWhen(new Date(last), now)}</span>
          {residents > 1 ? <span>{residents.toLocaleString("en")} residents</span> : null}
          {otherWays > 0 ? (
            <span>{otherWays === 1 ? "1 other way" : `${otherWays} other ways`} to ask</span>
          ) : null}
          {reply ? <span>Your team replied</span> : null}
        </p>
        <Button
          size="small"
          icon="pen"
          aria-label={`${known?.expired ? "Renew the answer" : "Write the answer"}: ${question}`}
          onPress={onWrite}
        >
          {known?.expired ? "Renew the answer" : "Write the answer"}
        </Button>
      </div>
    </li>
  );
}

type Props = {
  asked: AskedInVain;
  /** Those that fit what one looks for. */
  found: readonly Unanswered[];
  words: readonly string[];
  /** Nothing else is looked at. */
  alone: boolean;
  onAll: () => void;
  onWrite: (one: Unanswered) => void;
};

/** What residents asked in vain, most often first, one press away from an answer. */
export function UnansweredList({ asked, found, words, alone, onAll, onWrite }: Props) {
  if (asked.failed) {
    return (
      <p className="unanswered__note small" role="alert">
        What residents asked in vain did not load.{" "}
        <Button variant="link" size="small" onPress={asked.retry}>
          Try again
        </Button>
      </p>
    );
  }
  if (found.length === 0) {
    if (!alone) return null;
    return words.length > 0 ? (
      <EmptyFace title="Nothing found" text={`Nobody asked “${words.join(" ")}” in vain.`} />
    ) : (
      <EmptyFace
        title="Nothing was asked in vain"
        text="The bot knew something for each question so far. What it does not know appears here."
      />
    );
  }
  const shown = alone ? found : found.slice(0, first);
  return (
    <section aria-label="Asked in vain">
      <p className="answers__topic">
        Asked in vain <span className="topic__count">{found.length}</span>
      </p>
      <ul>
        {shown.map((one) => (
          <Row key={one.id} one={one} words={words} onWrite={() => onWrite(one)} />
        ))}
      </ul>
      {shown.length < found.length ? (
        <p className="unanswered__note">
          <Button variant="link" size="small" onPress={onAll}>
            Show all {found.length.toLocaleString("en")}
          </Button>
        </p>
      ) : null}
      {alone && asked.more ? (
        <p className="unanswered__note caption">
          Of the newest questions of the last 90 days; all that went to your team is in the export
          of Escalations.
        </p>
      ) : null}
    </section>
  );
}
