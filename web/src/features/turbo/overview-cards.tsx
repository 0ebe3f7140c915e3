import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { CSSProperties } from "react";
import {
  isAnswered,
  isCurrent,
  mostUsedAnswer,
  sortAnswers,
  toCategories,
} from "../../entities/answer/answer-rules";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { Button, Skeleton } from "../../ui";

type Props = {
  /** Unset while they are read, or when they did not come. */
  answers: readonly Answer[] | undefined;
  /** They did not come. */
  failed: boolean;
  onOpen: (answerId: string) => void;
};

function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** A card while it is read. */
export function CardSkeleton({ title }: { title: string }) {
  return (
    <section className="panel panel__body stack" aria-label={title} aria-busy="true">
      <div className="row row--between">
        <h2 className="group-title">{title}</h2>
      </div>
      <Skeleton wide="48%" high="28px" />
      <Skeleton wide="72%" />
    </section>
  );
}

/** A card without what it is about; another try stands with the list. */
function CardError({ title }: { title: string }) {
  return (
    <section className="panel panel__body stack" aria-label={title}>
      <h2 className="group-title">{title}</h2>
      <p className="small secondary">Couldn't load answers.</p>
    </section>
  );
}

function lastChange(answers: readonly Answer[]): string {
  const latest = sortAnswers(answers, "changed").find((answer) => answer.updatedAt);
  if (!latest?.updatedAt) return "";
  const day = timestampDate(latest.updatedAt).toLocaleDateString(undefined, {
    day: "numeric",
    month: "short",
  });
  return [latest.updatedBy, day].filter(Boolean).join(", ");
}

type Figures = {
  /** Of the meter, 0 to 1. */
  share: number;
  /** Beside the number of answers. */
  beside: string;
  below: string;
};

/** How much of what residents may ask is answered. */
function coverageFigures(all: readonly Answer[], known: readonly Answer[]): Figures {
  const without = all.length - known.length;
  const expired = all.filter(isAnswered).length - known.length;
  const until =
    expired === 0 ? "answered" : expired === without ? "renewed" : "answered or renewed";
  const go = without === 1 ? "goes" : "go";
  return {
    share: known.length / all.length,
    beside: `of ${plural(all.length, "question", "questions")} answered`,
    below: `${without.toLocaleString("en")} ${go} to your team until ${until}`,
  };
}

/** How much of what the bot knows residents needed. */
function usageFigures(known: readonly Answer[]): Figures {
  if (known.length === 0) {
    return {
      share: 0,
      beside: "The bot has no answers yet",
      below: "Every question goes to your team",
    };
  }
  const used = known.filter((answer) => answer.used > 0n).length;
  const [so, not] = [used, known.length - used].map((count) => count.toLocaleString("en"));
  return {
    share: used / known.length,
    beside: `in ${plural(toCategories(known).length, "category", "categories")}`,
    below: used === known.length ? "All have been used" : `${so} used so far, ${not} never used`,
  };
}

type CountProps = Omit<Props, "onOpen"> & {
  /** In the community: what expired before it is not sent. */
  today: string;
};

/** How much the bot knows: of all that is asked, or, where nothing waits, how much was needed. */
export function CountCard({ answers, failed, today }: CountProps) {
  if (!answers && failed) return <CardError title="Answers" />;
  if (!answers) return <CardSkeleton title="Answers" />;
  const known = answers.filter((answer) => isCurrent(answer, today));
  const { share, beside, below } =
    known.length < answers.length ? coverageFigures(answers, known) : usageFigures(known);
  const changed = lastChange(known);
  return (
    <section className="panel panel__body stack" aria-label="Answers">
      <div className="row row--between">
        <h2 className="group-title">Answers</h2>
        {changed ? <span className="caption truncate">Last change {changed}</span> : null}
      </div>
      <p className="row">
        <span className="figure">{known.length.toLocaleString("en")}</span>
        <span className="small secondary">{beside}</span>
      </p>
      <span className="meter" aria-hidden="true">
        <span className="meter__fill" style={{ "--share": `${share * 100}%` } as CSSProperties} />
      </span>
      <p className="caption">{below}</p>
    </section>
  );
}

/** What residents ask most. */
export function MostUsedCard({ answers, failed, onOpen }: Props) {
  if (!answers && failed) return <CardError title="Most asked" />;
  if (!answers) return <CardSkeleton title="Most asked" />;
  const first = mostUsedAnswer(answers);
  return (
    <section className="panel panel__body stack" aria-label="Most asked">
      <div className="row row--between">
        <h2 className="group-title">Most asked</h2>
        {first ? (
          <Button variant="link" size="small" onPress={() => onOpen(first.id)}>
            Show
          </Button>
        ) : null}
      </div>
      {first ? (
        <>
          <p className="persona-voice turbo__most">“{first.question}”</p>
          <p className="caption">
            {first.category} · used {first.used.toLocaleString("en")}×
          </p>
        </>
      ) : (
        <p className="small secondary">No questions yet. Try one on the test phone.</p>
      )}
    </section>
  );
}
