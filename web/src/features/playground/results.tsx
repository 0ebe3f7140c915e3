import { type ReactNode, useState } from "react";
import type {
  Comparison,
  VariantReply,
  VariantTotals,
} from "../../gen/parlor/v1/playground_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatPercent } from "../../lib/format-number";
import { Badge, Button, Switch } from "../../ui";
import { outcomeLabels, resultLabels } from "./labels";
import { ModelReply } from "./model-reply";
import type { ComparisonResult } from "./use-playground";
import { isWordedDifferently } from "./variant";

type Props = { communityId: string; compared: ComparisonResult | undefined };

/** Replies of both variants by question. */
export function Results({ communityId, compared }: Props) {
  const [only, setOnly] = useState(false);
  if (!compared) {
    return <p className="small secondary playground__none">{resultLabels.empty}</p>;
  }
  const { result, changed, variants } = compared;
  const worded = isWordedDifferently(variants.A, variants.B);
  const shown = result.comparisons.filter(({ differs }) => differs || !only);
  return (
    <section className="playground__results" aria-label={resultLabels.comparison}>
      <div className="row row--wrap playground__totals" role="status">
        <ResultTotals name="A" totals={result.left} />
        <ResultTotals name="B" totals={result.right} />
        <p className="small strong">
          {resultLabels.differences(result.differing)}
          {changed.size > 0 ? ` · ${resultLabels.changedSince(changed.size)}` : ""}
        </p>
        <span className="screen-head__grow" />
        <Switch label={resultLabels.onlyDifferences} isSelected={only} onChange={setOnly} />
      </div>
      {result.byMeaning ? null : <p className="caption">{resultLabels.wordsOnly}</p>}
      {shown.length === 0 ? (
        <p className="small secondary playground__none">{resultLabels.sameReplies}</p>
      ) : (
        <ul className="stack">
          {shown.map((one) => (
            <ResultRow
              key={one.question}
              comparison={one}
              changed={changed.has(one.question)}
              renderWritten={
                worded
                  ? (name) => (
                      <ModelReply
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
      {resultLabels.totals(
        totals?.answered ?? 0,
        totals?.escalated ?? 0,
        totals?.disambiguated ?? 0,
      )}
    </p>
  );
}

type ResultRowProps = {
  comparison: Comparison;
  changed: boolean;
  /** Renders the reply by the writing model; unset if both variants instruct it the same. */
  renderWritten: ((name: "A" | "B") => ReactNode) | undefined;
};

function ResultRow({ comparison, changed, renderWritten }: ResultRowProps) {
  const { question, left, right, differs } = comparison;
  const [isWorded, setIsWorded] = useState(false);
  const isSame = !differs && !renderWritten;
  return (
    <li className="panel compared" data-differs={differs || undefined}>
      <div className="row row--wrap compared__head">
        <h3 className="small strong row__grow">{showDirectionMarks(question)}</h3>
        {renderWritten && !isWorded && left?.answerId ? (
          <Button variant="link" size="small" onPress={() => setIsWorded(true)}>
            {resultLabels.showWorded}
          </Button>
        ) : null}
        {differs ? <Badge tone="accent">{resultLabels.differs}</Badge> : null}
        {changed ? <Badge tone="warning">{resultLabels.changed}</Badge> : null}
      </div>
      {isSame ? (
        <ResultSide name={resultLabels.bothVariants} reply={left} />
      ) : (
        <div className="compared__sides">
          <ResultSide name="A" reply={left} written={isWorded ? renderWritten?.("A") : undefined} />
          <ResultSide
            name="B"
            reply={right}
            written={isWorded ? renderWritten?.("B") : undefined}
          />
        </div>
      )}
    </li>
  );
}

type ResultSideProps = { name: string; reply: VariantReply | undefined; written?: ReactNode };

function ResultSide({ name, reply, written }: ResultSideProps) {
  if (!reply) return null;
  const end = outcomeLabels[reply.outcome];
  return (
    <div className="compared__side">
      <p className="row row--wrap">
        <span className="caption strong">{name}</span>
        {end ? <Badge tone={end.tone}>{end.label}</Badge> : null}
        {reply.confidence > 0 ? (
          <span className="caption">
            {resultLabels.confidence(formatPercent(reply.confidence))}
          </span>
        ) : null}
      </p>
      <p className="small compared__text">{showDirectionMarks(reply.text)}</p>
      <p className="caption">{showDirectionMarks(reply.reason)}</p>
      {written}
    </div>
  );
}
