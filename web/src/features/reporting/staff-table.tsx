import type { ReportStaff } from "../../gen/parlor/v1/report_pb";
import { formatNumber } from "../../lib/format-number";
import { CutNote } from "./cut-note";
import { labels, staffLabels } from "./labels";

/** Replies and escalations of each user. */
export function StaffTable({ staff }: { staff: readonly ReportStaff[] }) {
  return (
    <section className="panel" aria-label={staffLabels.title}>
      <div className="panel__head">
        <h2 className="panel-title">{staffLabels.title}</h2>
      </div>
      {staff.length === 0 ? (
        <p className="panel__body secondary">{labels.noData}</p>
      ) : (
        <div className="table-scroll">
          <table className="table" aria-label={staffLabels.title}>
            <thead>
              <tr>
                <th scope="col">{staffLabels.name}</th>
                <th scope="col" className="number">
                  {staffLabels.replies}
                </th>
                <th scope="col" className="number">
                  {staffLabels.escalations}
                </th>
              </tr>
            </thead>
            <tbody>
              {staff.map((one) => (
                <tr key={one.userId}>
                  <td>{one.name || staffLabels.formerUser}</td>
                  <td className="number">{formatNumber(one.replies)}</td>
                  <td className="number">{formatNumber(one.reviews)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <CutNote rows={staff} />
    </section>
  );
}
