import { stateLabels } from "../../entities/service-request/labels";
import type { ReportServiceRequests } from "../../gen/parlor/v1/report_pb";

function ages({ upTo7Days, upTo30Days, upTo90Days, older }: ReportServiceRequests) {
  return [
    ["Up to 7 days", upTo7Days],
    ["8 to 30 days", upTo30Days],
    ["31 to 90 days", upTo90Days],
    ["Longer", older],
    ["Total", upTo7Days + upTo30Days + upTo90Days + older],
  ] as const;
}

/** Open service requests, by state and age. */
export function RequestsTable({ requests }: { requests: readonly ReportServiceRequests[] }) {
  const [first] = requests;
  if (!first) return null;
  return (
    <section className="panel" aria-label="Open service requests by age">
      <div className="panel__head">
        <h2 className="panel-title">Open service requests by age</h2>
        <p className="small secondary">Now, whatever the range</p>
      </div>
      <div className="table-scroll">
        <table className="table table--tight" aria-label="Open service requests by age">
          <thead>
            <tr>
              <th scope="col">State</th>
              {ages(first).map(([label]) => (
                <th key={label} scope="col" className="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {requests.map((one) => (
              <tr key={one.state}>
                <td>{stateLabels[one.state]}</td>
                {ages(one).map(([label, count]) => (
                  <td key={label} className="number">
                    {count.toLocaleString("en")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
