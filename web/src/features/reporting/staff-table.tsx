import type { ReportStaff } from "../../gen/parlor/v1/report_pb";
import { labels } from "./labels";

/** Replies and escalations of each user. */
export function StaffTable({ staff }: { staff: readonly ReportStaff[] }) {
  return (
    <section className="panel" aria-label={labels.staffWorkload}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.staffWorkload}</h2>
      </div>
      {staff.length === 0 ? (
        <p className="panel__body secondary">{labels.noData}</p>
      ) : (
        <div className="table-scroll">
          <table className="table table--tight" aria-label={labels.staffWorkload}>
            <thead>
              <tr>
                <th scope="col">{labels.name}</th>
                <th scope="col" className="number">
                  {labels.replies}
                </th>
                <th scope="col" className="number">
                  {labels.escalationsHandled}
                </th>
              </tr>
            </thead>
            <tbody>
              {staff.map((one) => (
                <tr key={one.userId}>
                  <td>{one.name || labels.formerUser}</td>
                  <td className="number">{one.replies.toLocaleString("en")}</td>
                  <td className="number">{one.reviews.toLocaleString("en")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
