import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { EscalationsFileLink } from "../../gen/parlor/v1/escalation_service_pb";
import { useNow } from "../../lib/now";
import { toProblem } from "../../rpc/problem";
import { Button, Icon, RequestId } from "../../ui";
import type { useExport } from "./queries";

type Props = { exporting: ReturnType<typeof useExport> };

const minute = 60_000;

export function ExportButton({ exporting }: Props) {
  return (
    <Button
      size="small"
      icon="download"
      pending={exporting.isPending}
      onPress={() => exporting.mutate({})}
    >
      {exporting.isPending ? "Exporting…" : "Export"}
    </Button>
  );
}

function rowWords(count: number): string {
  return count === 1 ? "1 escalation" : `${count.toLocaleString("en")} escalations`;
}

function Ready({ link, onAgain }: { link: EscalationsFileLink; onAgain: () => void }) {
  const now = useNow();
  const left = (link.expiresAt ? timestampMs(link.expiresAt) : 0) - now;
  if (left <= 0) {
    return (
      <>
        <Icon name="wait" />
        <span className="row__grow">
          <span className="strong">The link has expired.</span> A new export has a new one.
        </span>
        <Button size="small" icon="retry" onPress={onAgain}>
          Export again
        </Button>
      </>
    );
  }
  return (
    <>
      <Icon name="ok" />
      <span className="row__grow">
        <span className="strong">
          {rowWords(link.rowCount)}, open and reviewed, are in the file.
        </span>{" "}
        The link works for {Math.max(1, Math.round(left / minute))} min, for your company alone.
      </span>
      <a className="button button--small" href={link.url} download>
        <Icon name="download" size="small" />
        Download
      </a>
    </>
  );
}

/** What becomes of an export: under way, the link while it works, or why there is none. */
export function ExportNotice({ exporting }: Props) {
  const { data, error, isPending, isIdle } = exporting;
  if (isIdle) return null;
  const problem = error ? toProblem(error) : undefined;
  const link = data?.escalationsFileLinkObj;
  const again = () => exporting.mutate({});
  const tone = problem ? "danger" : link ? "success" : "info";
  return (
    <div className={`notice notice--${tone} desk__export`} role={problem ? "alert" : "status"}>
      {isPending ? (
        <>
          <Icon name="wait" className="turning" />
          <span className="row__grow">
            <span className="strong">Writing the file.</span> Everything that you see here, open and
            reviewed, as a table for a spreadsheet.
          </span>
        </>
      ) : problem ? (
        <>
          <Icon name="danger" />
          <span className="row__grow">
            <span className="strong">The export did not work.</span> {problem.title} {problem.text}
          </span>
          {problem.requestId ? <RequestId id={problem.requestId} /> : null}
          <Button size="small" icon="retry" onPress={again}>
            Try again
          </Button>
        </>
      ) : link ? (
        <Ready link={link} onAgain={again} />
      ) : null}
      {isPending ? null : (
        <Button
          variant="quiet"
          size="small"
          icon="close"
          aria-label="Close this notice"
          onPress={exporting.reset}
        />
      )}
    </div>
  );
}
