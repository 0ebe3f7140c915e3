import { useId, useState } from "react";
import type { ReportCategory } from "../../gen/parlor/v1/report_pb";
import { formatNumber } from "../../lib/format-number";
import { Button, SegmentedControl } from "../../ui";
import { viewOptions } from "./days-panel";
import { categoryLabels, labels } from "./labels";

/** Number of categories that the chart shows. */
const shown = 7;
/** Number of categories that a report lists at most. */
const most = 50;
const barStart = 134;
const barWidth = 216;
const maxName = 20;

const nameOf = ({ category }: ReportCategory) => category || categoryLabels.other;
const totalOf = (one: ReportCategory) => Number(one.botAnswers + one.escalations);

function shortName(category: ReportCategory): string {
  const name = nameOf(category);
  return name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name;
}

function Bars({ categories }: { categories: readonly ReportCategory[] }) {
  const id = useId();
  const max = Math.max(1, ...categories.map(totalOf));
  return (
    <svg
      className="chart"
      viewBox={`0 0 400 ${categories.length * 44}`}
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{categoryLabels.chart}</title>
      {categories.map((category, place) => {
        const y = 10 + place * 44;
        const bot = (Number(category.botAnswers) / max) * barWidth;
        const staff = (Number(category.escalations) / max) * barWidth;
        return (
          <g key={category.category}>
            <text className="name" x={0} y={y + 14}>
              {shortName(category)}
            </text>
            <rect className="chart__bar" x={barStart} y={y} width={bot} height={20} rx={2} />
            <rect
              className="chart__bar--second"
              x={barStart + bot + 2}
              y={y}
              width={staff}
              height={20}
              rx={2}
            />
            <text className="value" x={barStart + bot + staff + 10} y={y + 14}>
              {formatNumber(totalOf(category))}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

type Props = {
  categories: readonly ReportCategory[];
  /** Filters the report by a category. */
  onOpen: (category: string) => void;
};

function CategoryTable({ categories, onOpen }: Props) {
  return (
    <div className="reporting__scroll">
      <table className="table" aria-label={categoryLabels.title}>
        <thead>
          <tr>
            <th scope="col">{labels.category}</th>
            <th scope="col" className="number">
              {categoryLabels.bot}
            </th>
            <th scope="col" className="number">
              {categoryLabels.staff}
            </th>
          </tr>
        </thead>
        <tbody>
          {categories.map((one) => (
            <tr key={one.category}>
              <td>
                {one.category ? (
                  <Button variant="link" onPress={() => onOpen(one.category)}>
                    {one.category}
                  </Button>
                ) : (
                  nameOf(one)
                )}
              </td>
              <td className="number">{formatNumber(one.botAnswers)}</td>
              <td className="number">{formatNumber(one.escalations)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What residents ask, by category of the answer. */
export function CategoriesPanel({ categories, onOpen }: Props) {
  const [view, setView] = useState("chart");
  const some = categories.slice(0, shown);
  const { length } = categories;
  const isCut = length >= most;
  const inChart = length > shown && !isCut ? categoryLabels.topOf(shown, length) : "";
  return (
    <section className="panel" aria-label={categoryLabels.title}>
      <div className="panel__head">
        <h2 className="panel-title">
          {categoryLabels.heading}
          {isCut ? categoryLabels.top(view === "chart" ? shown : length) : ""}
          {view === "chart" ? inChart : ""}
        </h2>
        <SegmentedControl
          label={categoryLabels.view}
          size="small"
          options={viewOptions}
          value={view}
          onChange={setView}
        />
      </div>
      {categories.length === 0 ? (
        <p className="panel__body secondary">{labels.noData}</p>
      ) : view === "chart" ? (
        <div className="panel__body stack">
          <p className="legend">
            <span>
              <i className="legend--bar" />
              {categoryLabels.bot}
            </span>
            <span>
              <i className="legend--second" />
              {categoryLabels.staff}
            </span>
          </p>
          <Bars categories={some} />
        </div>
      ) : (
        <CategoryTable categories={categories} onOpen={onOpen} />
      )}
    </section>
  );
}
