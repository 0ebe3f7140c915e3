import { useState } from "react";
import type { Report } from "../../gen/parlor/v1/report_pb";
import { formatNumber } from "../../lib/format-number";
import { SegmentedControl } from "../../ui";
import { DaysChart } from "./days-chart";
import { shortDay } from "./figure-labels";
import { dayLabels, labels } from "./labels";

export const viewOptions = [
  { value: "chart", label: labels.chart },
  { value: "table", label: labels.table },
];

function DaysTable({ report }: { report: Report }) {
  return (
    <div className="reporting__scroll">
      <table className="table" aria-label={dayLabels.table}>
        <thead>
          <tr>
            <th scope="col">{dayLabels.day}</th>
            <th scope="col" className="number">
              {labels.questions}
            </th>
            <th scope="col" className="number">
              {labels.botAnswers}
            </th>
            <th scope="col" className="number">
              {dayLabels.escalations}
            </th>
          </tr>
        </thead>
        <tbody>
          {report.days.map((day) => (
            <tr key={day.date}>
              <td>{shortDay(day.date)}</td>
              <td className="number">{formatNumber(day.questions)}</td>
              <td className="number">{formatNumber(day.botAnswers)}</td>
              <td className="number">{formatNumber(day.escalations)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Questions of each day, as a chart or a table. */
export function DaysPanel({ report, isCompared }: { report: Report; isCompared: boolean }) {
  const [view, setView] = useState("chart");
  return (
    <section className="panel" aria-label={dayLabels.title}>
      <div className="panel__head">
        <h2 className="panel-title">{dayLabels.title}</h2>
        <p className="legend">
          <span>
            <i />
            {dayLabels.thisPeriod}
          </span>
          {isCompared ? (
            <span>
              <i className="legend--before" />
              {dayLabels.previousPeriod}
            </span>
          ) : null}
        </p>
        <SegmentedControl
          label={dayLabels.view}
          size="small"
          options={viewOptions}
          value={view}
          onChange={setView}
        />
      </div>
      {view === "chart" ? (
        <div className="panel__body">
          <DaysChart report={report} isCompared={isCompared} />
        </div>
      ) : (
        <DaysTable report={report} />
      )}
    </section>
  );
}
