import { RejectedLines } from "../../../forms";
import type { ImportRecipientListResponse } from "../../../gen/parlor/v1/audience_service_pb";
import { saveFile } from "../../../lib/save-file";
import { Button } from "../../../ui";
import { importCountsLabel, labels } from "./labels";
import { toRejectedCsv } from "./rejected-csv";

/** Maximum rejected rows shown in the dialog. The download contains up to 1,000. */
const shownRows = 5;
const rejectedFileName = "rejected-rows.csv";

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

/** Number of recipients, the first of them, and the rejected rows. */
export function ImportSummary({ parsed }: { parsed: ImportRecipientListResponse }) {
  const { headings, rejected, rejectedCount } = parsed;
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
      {rejectedCount > 0 ? (
        <Button
          className="list-download"
          variant="link"
          size="small"
          icon="download"
          onPress={() => saveFile(rejectedFileName, toRejectedCsv(headings, rejected))}
        >
          {labels.downloadRejected}
        </Button>
      ) : null}
    </section>
  );
}
