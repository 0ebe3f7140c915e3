import { stateLabels } from "../../entities/service-request/labels";
import type { ReportServiceRequests } from "../../gen/parlor/v1/report_pb";
import { formatNumber } from "../../lib/format-number";
import { requestLabels as labels } from "./labels";

function ages({ upTo7Days, upTo30Days, upTo90Days, older }: ReportServiceRequests) {
  return [
    [labels.upTo7Days, upTo7Days],
    [labels.upTo30Days, upTo30Days],
    [labels.upTo90Days, upTo90Days],
    [labels.older, older],
    [labels.total, upTo7Days + upTo30Days + upTo90Days + older],
  ] as const;
}

/** Open service requests, by state and age. */
export function RequestsTable({ requests }: { requests: readonly ReportServiceRequests[] }) {
  const [first] = requests;
  if (!first) return null;
  return (
    <section className="panel" aria-label={labels.title}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.title}</h2>
        <p className="small secondary">{labels.hint}</p>
      </div>
      <div className="table-scroll">
        <table className="table" aria-label={labels.title}>
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
                    {formatNumber(count)}
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
