import type { ReportStaff } from "../../gen/parlor/v1/report_pb";

/** Replies and escalations of each user. */
export function StaffTable({ staff }: { staff: readonly ReportStaff[] }) {
  return (
    <section className="panel" aria-label="Staff workload">
      <div className="panel__head">
        <h2 className="panel-title">Staff workload</h2>
      </div>
      {staff.length === 0 ? (
        <p className="panel__body secondary">No data</p>
      ) : (
        <div className="table-scroll">
          <table className="table table--tight" aria-label="Staff workload">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="number">
                  Replies
                </th>
                <th scope="col" className="number">
                  Escalations handled
                </th>
              </tr>
            </thead>
            <tbody>
              {staff.map((one) => (
                <tr key={one.userId}>
                  <td>{one.name || "Former user"}</td>
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
