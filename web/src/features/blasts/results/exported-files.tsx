import { ExportNotice } from "../../../forms/export-file";
import { Button } from "../../../ui";
import { type BlastExport, useExportBlast } from "../queries";
import { exportedLabel, exportLabels as labels } from "./labels";

type NextProps = { blastId: string; pageToken: string; number: number };

/** Offers to export the recipients who are not in the files before. */
function NextFile({ blastId, pageToken, number }: NextProps) {
  const exporting = useExportBlast(blastId, pageToken);
  return (
    <>
      {exporting.isIdle && !exporting.nextPageToken ? (
        <div className="row row--wrap">
          <Button size="small" icon="download" onPress={exporting.onExport}>
            {labels.exportNext}
          </Button>
          <span className="small secondary">{labels.fileLimit}</span>
        </div>
      ) : null}
      <ExportedFiles blastId={blastId} exporting={exporting} number={number} />
    </>
  );
}

type Props = {
  blastId: string;
  exporting: BlastExport;
  /** Position of the file: 1 for the first. */
  number: number;
};

/** An exported file, and those with the recipients after it. Each keeps its own link. */
export function ExportedFiles({ blastId, exporting, number }: Props) {
  const { nextPageToken } = exporting;
  return (
    <>
      <ExportNotice
        exporting={exporting}
        preparing={labels.hint}
        content={(count) => exportedLabel(count, number, nextPageToken !== "")}
      />
      {nextPageToken ? (
        <NextFile blastId={blastId} pageToken={nextPageToken} number={number + 1} />
      ) : null}
    </>
  );
}
