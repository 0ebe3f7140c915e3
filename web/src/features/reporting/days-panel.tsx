import { useState } from "react";
import type { Report } from "../../gen/parlor/v1/report_pb";
import { SegmentedControl } from "../../ui";
import { DaysChart } from "./days-chart";
import { shortDay } from "./labels";

export const viewOptions = [
  { value: "chart", label: "Chart" },
  { value: "table", label: "Table" },
];

function DaysTable({ report }: { report: Report }) {
  return (
    <div className="reporting__scroll">
      <table className="table table--tight" aria-label="Questions by day">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="number">
              Questions
            </th>
            <th scope="col" className="number">
              Answered by the bot
            </th>
            <th scope="col" className="number">
              Escalations
            </th>
          </tr>
        </thead>
        <tbody>
          {report.days.map((day) => (
            <tr key={day.date}>
              <td>{shortDay(day.date)}</td>
              <td className="number">{day.questions.toLocaleString("en")}</td>
              <td className="number">{day.botAnswers.toLocaleString("en")}</td>
              <td className="number">{day.escalations.toLocaleString("en")}</td>
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
    <section className="panel" aria-label="Questions per day">
      <div className="panel__head">
        <h2 className="panel-title">Questions per day</h2>
        <p className="legend">
          <span>
            <i />
            This period
          </span>
          {isCompared ? (
            <span>
              <i className="legend--before" />
              Period before
            </span>
          ) : null}
        </p>
        <SegmentedControl
          label="Show questions per day as"
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
