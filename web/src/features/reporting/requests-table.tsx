import { stateLabels } from "../../entities/service-request/labels";
import type { ReportServiceRequests } from "../../gen/parlor/v1/report_pb";
import { labels } from "./labels";

function ages({ upTo7Days, upTo30Days, upTo90Days, older }: ReportServiceRequests) {
  return [
    [labels.upTo7Days, upTo7Days],
    ["8 to 30 days", upTo30Days],
    ["31 to 90 days", upTo90Days],
    [labels.longer, older],
    [labels.total, upTo7Days + upTo30Days + upTo90Days + older],
  ] as const;
}

/** Open service requests, by state and age. */
export function RequestsTable({ requests }: { requests: readonly ReportServiceRequests[] }) {
  const [first] = requests;
  if (!first) return null;
  return (
    <section className="panel" aria-label={labels.openServiceRequestsAge}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.openServiceRequestsAge}</h2>
        <p className="small secondary">{labels.nowWhateverTheRange}</p>
      </div>
      <div className="table-scroll">
        <table className="table table--tight" aria-label={labels.openServiceRequestsAge}>
          <thead>
            <tr>
              <th scope="col">{labels.state}</th>
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
