import type { CSSProperties, ReactNode } from "react";
import { isAnswered, isCurrent, mostUsedAnswer } from "../../entities/answer/answer-rules";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, Skeleton } from "../../ui";
import { labels } from "./labels";

type ItemProps = {
  title: string;
  /** Shown at the end of the title's line. */
  action?: ReactNode;
  busy?: boolean;
  children: ReactNode;
};

/** One figure or setting of the strip above the answers. */
export function StripItem({ title, action, busy, children }: ItemProps) {
  return (
    <section className="strip__item" aria-label={title} aria-busy={busy || undefined}>
      <div className="row row--between strip__head">
        <h2 className="strip__title">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** An item while it loads. */
export function ItemSkeleton({ title }: { title: string }) {
  return (
    <StripItem title={title} busy>
      <Skeleton wide="64%" high="20px" />
      <Skeleton wide="80%" />
    </StripItem>
  );
}

/** An item whose answers couldn't load. The list of answers offers to retry. */
function ItemError({ title }: { title: string }) {
  return (
    <StripItem title={title}>
      <p className="small secondary">{labels.answersFailed}</p>
    </StripItem>
  );
}

type Props = {
  /** Unset while they load, or when they couldn't load. */
  answers: readonly Answer[] | undefined;
  /** The answers couldn't load. */
  failed: boolean;
  onOpen: (answerId: string) => void;
};

/** Describes what happens to questions without a valid answer. */
function gapText(all: readonly Answer[], current: readonly Answer[]): string {
  const without = all.length - current.length;
  const expired = all.filter(isAnswered).length - current.length;
  return labels.uncovered(without, expired);
}

/** Describes how many of the answers residents needed. */
function usageText(current: readonly Answer[]): string {
  const used = current.filter((answer) => answer.used > 0n).length;
  if (used === current.length) return labels.allUsed;
  return labels.usedCount(used, current.length - used);
}

type CoverageProps = Omit<Props, "onOpen"> & {
  /** Today in the community. An answer that expired before is not sent. */
  today: string;
  /** Number of unanswered questions of residents that are not in the list of answers. */
  otherCount: number;
};

/** Share of the listed questions that have an answer. */
export function CoverageItem({ answers, failed, today, otherCount }: CoverageProps) {
  const title = labels.coverage;
  if (!answers) return failed ? <ItemError title={title} /> : <ItemSkeleton title={title} />;
  if (answers.length === 0) {
    return (
      <StripItem title={title}>
        <p className="strip__line">{labels.noData}</p>
        <p className="caption">{labels.noAnswers}</p>
      </StripItem>
    );
  }
  const current = answers.filter((answer) => isCurrent(answer, today));
  const percent = `${Math.round((current.length / answers.length) * 100)}%`;
  const count = labels.coveredCount(current.length, answers.length);
  return (
    <StripItem
      title={title}
      action={
        <span className="meter strip__meter" aria-hidden="true">
          <span className="meter__fill" style={{ "--share": percent } as CSSProperties} />
        </span>
      }
    >
      <p className="strip__line">
        <span className="strip__figure">{percent}</span>
        <span className="small secondary">{count}</span>
      </p>
      <p className="caption">
        {current.length < answers.length
          ? gapText(answers, current)
          : otherCount > 0
            ? labels.otherQuestions(otherCount)
            : usageText(current)}
      </p>
    </StripItem>
  );
}

/** The answer that residents needed most often. */
export function MostUsedItem({ answers, failed, onOpen }: Props) {
  const title = labels.mostAsked;
  if (!answers) return failed ? <ItemError title={title} /> : <ItemSkeleton title={title} />;
  const first = mostUsedAnswer(answers);
  if (!first) {
    return (
      <StripItem title={title}>
        <p className="strip__line">{labels.noData}</p>
        <p className="caption">{labels.tryTestPhone}</p>
      </StripItem>
    );
  }
  return (
    <StripItem
      title={title}
      action={
        <Button
          variant="link"
          size="small"
          aria-label={labels.showMostUsed}
          onPress={() => onOpen(first.id)}
        >
          {labels.show}
        </Button>
      }
    >
      <p className="strip__line truncate">{showDirectionMarks(first.question)}</p>
      <p className="caption truncate">
        {labels.timesUsed(showDirectionMarks(first.category), first.used)}
      </p>
    </StripItem>
  );
}
