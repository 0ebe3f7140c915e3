import { RejectedLines } from "../../../forms";
import type { ImportRecipientListResponse } from "../../../gen/parlor/v1/audience_service_pb";
import { importCountsLabel, labels } from "./labels";
import { RejectedDownload } from "./rejected-download";
import type { ImportRequest } from "./use-list-import";

/** Maximum rejected rows shown in the dialog. */
const shownRows = 5;

/** The first rows as parsed, with the selected columns. */
function Samples({ parsed }: { parsed: ImportRecipientListResponse }) {
  const { columns, samples } = parsed;
  if (samples.length === 0 || !columns) return null;
  const cell = (cells: readonly string[], column: number) => (column ? cells[column - 1] : "");
  return (
    <ul className="stack" aria-label={labels.samples}>
      {samples.map(({ line, cells }) => (
        <li key={`${line} ${cell(cells, columns.phone)}`} className="small">
          {[columns.phone, columns.name, columns.building, columns.unit]
            .map((column) => cell(cells, column))
            .filter(Boolean)
            .join(" · ")}
        </li>
      ))}
    </ul>
  );
}

type Props = { request: ImportRequest; parsed: ImportRecipientListResponse };

/** Number of recipients, the first of them, and the rejected rows. */
export function ImportSummary({ request, parsed }: Props) {
  const { rejected, rejectedCount } = parsed;
  return (
    <section className="stack" aria-label={labels.summary}>
      <p role="status" className="strong">
        {importCountsLabel(parsed)}
      </p>
      <Samples parsed={parsed} />
      <RejectedLines
        count={rejectedCount}
        lines={rejected.slice(0, shownRows).map(({ line, cells, reason }) => ({
          ...{ line, reason },
          name: cells.filter(Boolean).join(", "),
        }))}
      />
      {rejectedCount > 0 ? <RejectedDownload request={request} parsed={parsed} /> : null}
    </section>
  );
}
