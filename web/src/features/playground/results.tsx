import { type ReactNode, useState } from "react";
import {
  type Comparison,
  ReplyOutcome,
  type VariantReply,
  type VariantTotals,
} from "../../gen/parlor/v1/playground_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatPercent } from "../../lib/format-percent";
import { Badge, Button, Switch } from "../../ui";
import { labels } from "./labels";
import type { ComparisonResult } from "./use-playground";
import { isWordedDifferently } from "./variant";
import { WordedReply } from "./worded-reply";

function differenceLabel(count: number): string {
  if (count === 0) return labels.noDifference;
  return count === 1 ? "1 difference" : `${count} differences`;
}

type Props = { communityId: string; compared: ComparisonResult | undefined };

/** Replies of both variants by question. */
export function Results({ communityId, compared }: Props) {
  const [only, setOnly] = useState(false);
  if (!compared) {
    return (
      <p className="small secondary playground__none">{labels.addQuestionsChangeVariantThen}</p>
    );
  }
  const { result, changed, variants } = compared;
  const worded = isWordedDifferently(variants.A, variants.B);
  const shown = result.comparisons.filter(({ differs }) => differs || !only);
  return (
    <section className="playground__results" aria-label={labels.comparison}>
      <div className="row row--wrap playground__totals" role="status">
        <ResultTotals name="A" totals={result.left} />
        <ResultTotals name="B" totals={result.right} />
        <p className="small strong">
          {differenceLabel(result.differing)}
          {changed.size > 0 ? ` · ${changed.size} changed since the last comparison` : ""}
        </p>
        <span className="screen-head__grow" />
        <Switch label={labels.onlyDifferences} isSelected={only} onChange={setOnly} />
      </div>
      {result.byMeaning ? null : <p className="caption">{labels.questionsMatchedWordsOnlyNow}</p>}
      {shown.length === 0 ? (
        <p className="small secondary playground__none">{labels.bothVariantsGiveSameReplies}</p>
      ) : (
        <ul className="stack">
          {shown.map((one) => (
            <ResultRow
              key={one.question}
              comparison={one}
              changed={changed.has(one.question)}
              spoken={
                worded
                  ? (name) => (
                      <WordedReply
                        communityId={communityId}
                        question={one.question}
                        variant={variants[name]}
                      />
                    )
                  : undefined
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function ResultTotals({ name, totals }: { name: string; totals: VariantTotals | undefined }) {
  return (
    <p className="small">
      <span className="strong">{name}</span>{" "}
      {labels.answeredToYourTeam(totals?.answered ?? 0, totals?.escalated ?? 0)}
      {totals?.disambiguated ? ` · ${totals.disambiguated} “Did you mean…”` : ""}
    </p>
  );
}

type ResultRowProps = {
  comparison: Comparison;
  changed: boolean;
  /** Renders the reply by the writing model; unset if both variants instruct it the same. */
  spoken: ((name: "A" | "B") => ReactNode) | undefined;
};

function ResultRow({ comparison, changed, spoken }: ResultRowProps) {
  const { question, left, right, differs } = comparison;
  const [isWorded, setIsWorded] = useState(false);
  const isSame = !differs && !spoken;
  return (
    <li className="panel compared" data-differs={differs || undefined}>
      <div className="row row--wrap compared__head">
        <h3 className="small strong row__grow">{showDirectionMarks(question)}</h3>
        {spoken && !isWorded && left?.answerId ? (
          <Button variant="link" size="small" onPress={() => setIsWorded(true)}>
            {labels.showWithWritingModel}
          </Button>
        ) : null}
        {differs ? <Badge tone="accent">{labels.differs}</Badge> : null}
        {changed ? <Badge tone="warning">{labels.changedSinceLastTime}</Badge> : null}
      </div>
      {isSame ? (
        <ResultSide name="A and B" reply={left} />
      ) : (
        <div className="compared__sides">
          <ResultSide name="A" reply={left} spoken={isWorded ? spoken?.("A") : undefined} />
          <ResultSide name="B" reply={right} spoken={isWorded ? spoken?.("B") : undefined} />
        </div>
      )}
    </li>
  );
}

const outcomeLabels: Partial<
  Record<ReplyOutcome, { tone: "success" | "warning" | "info"; label: string }>
> = {
  [ReplyOutcome.ANSWERED]: { tone: "success", label: labels.answered },
  [ReplyOutcome.ESCALATED]: { tone: "warning", label: labels.sentToYourTeam },
  [ReplyOutcome.SMALL_TALK]: { tone: "info", label: labels.smallTalk },
  [ReplyOutcome.DISAMBIGUATED]: { tone: "info", label: labels.askedDidYouMean },
};

type ResultSideProps = { name: string; reply: VariantReply | undefined; spoken?: ReactNode };

function ResultSide({ name, reply, spoken }: ResultSideProps) {
  if (!reply) return null;
  const end = outcomeLabels[reply.outcome];
  return (
    <div className="compared__side">
      <p className="row row--wrap">
        <span className="caption strong">{name}</span>
        {end ? <Badge tone={end.tone}>{end.label}</Badge> : null}
        {reply.confidence > 0 ? (
          <span className="caption">{labels.confidence(formatPercent(reply.confidence))}</span>
        ) : null}
      </p>
      <p className="small compared__text">{showDirectionMarks(reply.text)}</p>
      <p className="caption">{showDirectionMarks(reply.reason)}</p>
      {spoken}
    </div>
  );
}
