import { useId } from "react";
import type { Report, ReportDay } from "../../gen/parlor/v1/report_pb";
import { formatNumber } from "../../lib/format-number";
import { shortDay } from "./figure-labels";
import { dayLabels as labels } from "./labels";
import { niceMax, toArea, toLine, toPoints } from "./scale";

const width = 680;
const box = { left: 40, right: 672, top: 12, bottom: 292 };

/** Days with a label below: up to five, at equal distances. */
function labelPlaces(count: number): number[] {
  const parts = Math.min(4, Math.max(count - 1, 1));
  return [
    ...new Set(Array.from({ length: parts + 1 }, (_, n) => Math.round((n * (count - 1)) / parts))),
  ];
}

function anchor(place: number, count: number): "start" | "middle" | "end" {
  if (place === 0) return "start";
  return place === count - 1 ? "end" : "middle";
}

function Grid({ max }: { max: number }) {
  return [0, 1, 2, 3, 4].map((step) => {
    const y = box.bottom - (step * (box.bottom - box.top)) / 4;
    return (
      <g key={step}>
        <path
          className={step === 0 ? "chart__base" : "chart__grid"}
          d={`M${box.left} ${y}H${box.right}`}
        />
        <text x={box.left - 10} y={y + 4} textAnchor="end">
          {formatNumber((max * step) / 4)}
        </text>
      </g>
    );
  });
}

const questionsOf = (days: readonly ReportDay[]) => days.map((day) => Number(day.questions));

/** Describes the chart in a sentence. */
function description(report: Report): string {
  const counts = questionsOf(report.days);
  const most = report.days[counts.indexOf(Math.max(...counts))];
  const range = labels.questionRange(Math.min(...counts), Math.max(...counts));
  return most ? `${range} ${labels.highestDay(shortDay(most.date))}` : range;
}

/** Questions of each day as a line, with the days on which text blasts started. */
export function DaysChart({ report, isCompared }: { report: Report; isCompared: boolean }) {
  const id = useId();
  const { days, previousDays, blasts } = report;
  const [now, before] = [questionsOf(days), questionsOf(previousDays)];
  const max = niceMax([...now, ...(isCompared ? before : [])]);
  const points = toPoints(now, max, box);
  const marked = blasts.flatMap((blast) => {
    const point = points[days.findIndex((day) => day.date === blast.date)];
    return point ? [{ blast, point }] : [];
  });
  return (
    <svg className="chart" viewBox={`0 0 ${width} 320`} role="img" aria-labelledby={`${id} ${id}d`}>
      <title id={id}>{labels.title}</title>
      <desc id={`${id}d`}>{description(report)}</desc>
      <Grid max={max} />
      {labelPlaces(days.length).map((place) => (
        <text key={place} x={points[place]?.x} y={314} textAnchor={anchor(place, days.length)}>
          {shortDay(days[place]?.date ?? "")}
        </text>
      ))}
      <path className="chart__area" d={toArea(points, box)} />
      {isCompared ? (
        <path className="chart__line chart__line--before" d={toLine(toPoints(before, max, box))} />
      ) : null}
      <path className="chart__line" d={toLine(points)} />
      {marked.map(({ blast, point }) => (
        <circle key={blast.blastId} className="chart__dot" cx={point.x} cy={point.y} r={4}>
          <title>{labels.blast(blast.title)}</title>
        </circle>
      ))}
    </svg>
  );
}
