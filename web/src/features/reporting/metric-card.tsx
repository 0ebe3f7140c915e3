import { type ReportFigure, type ReportMetric, ReportUnit } from "../../gen/parlor/v1/report_pb";
import { Button } from "../../ui";
import { minutesLabel, valueLabel } from "./figure-labels";
import { changeOf } from "./figure-rules";
import { labels } from "./labels";

type Props = {
  figure: ReportFigure;
  isCompared: boolean;
  onOpen: (metric: ReportMetric) => void;
};

/** A figure with its definition. Missing data is not shown as 0. */
export function MetricCard({ figure, isCompared, onOpen }: Props) {
  const { metric, title, definition, unit, value, p90, hasDetails } = figure;
  const change = isCompared ? changeOf(figure) : undefined;
  const isMissing = value === undefined;
  return (
    <article className={isMissing ? "panel metric metric--none" : "panel metric"}>
      <h2 className="metric__name">{title}</h2>
      <p className="metric__value">
        {isMissing ? (
          <span className="metric__nothing">{labels.noData}</span>
        ) : (
          <span className="figure">{valueLabel(value, unit)}</span>
        )}
        {change ? <span className={`change change--${change.tone}`}>{change.text}</span> : null}
      </p>
      <p className="caption">
        {definition}
        {p90 === undefined || unit !== ReportUnit.MINUTES
          ? ""
          : ` ${labels.slowestTenth(minutesLabel(p90))}`}
      </p>
      {hasDetails && !isMissing && value !== 0 ? (
        <Button
          variant="link"
          size="small"
          className="metric__more"
          aria-label={labels.seeDetailsOf(title)}
          onPress={() => onOpen(metric)}
        >
          {labels.seeDetails}
        </Button>
      ) : null}
    </article>
  );
}
