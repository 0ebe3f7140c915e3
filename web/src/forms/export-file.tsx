// Exports a file and offers its download link until that expires.

import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { toProblem } from "../api/problem";
import { useNow } from "../lib/use-now";
import { Button, Icon, RequestId } from "../ui";
import { exportLabels } from "./export-labels";

type FileLink = { url: string; expiresAt?: Timestamp; rowCount: number };

/** State of the call that makes the file. */
type Exporting = {
  link: FileLink | undefined;
  error: unknown;
  isPending: boolean;
  isIdle: boolean;
  onExport: () => void;
  onDismiss: () => void;
};

const minute = 60_000;

export function ExportButton({ exporting, label }: { exporting: Exporting; label: string }) {
  const { isPending, onExport } = exporting;
  return (
    <Button size="small" icon="download" pending={isPending} onPress={onExport}>
      {isPending ? exportLabels.exporting : label}
    </Button>
  );
}

type DownloadLinkProps = {
  link: FileLink;
  content: string;
  /** The link was used. It works only once. */
  isUsed: boolean;
  onUse: () => void;
  onExportAgain: () => void;
};

/** Shown for a used or expired link, with a button to export again. */
function ExpiredLink({
  isUsed,
  onExportAgain,
}: Pick<DownloadLinkProps, "isUsed" | "onExportAgain">) {
  return (
    <>
      <Icon name={isUsed ? "ok" : "wait"} />
      <span className="row__grow">
        <span className="strong">
          {isUsed ? exportLabels.downloadStarted : exportLabels.linkExpired}
        </span>{" "}
        {isUsed ? exportLabels.linkUsedHint : exportLabels.linkExpiredHint}
      </span>
      <Button size="small" icon="retry" onPress={onExportAgain}>
        {exportLabels.exportAgain}
      </Button>
    </>
  );
}

function DownloadLink({ link, content, isUsed, onUse, onExportAgain }: DownloadLinkProps) {
  const now = useNow();
  const left = (link.expiresAt ? timestampMs(link.expiresAt) : 0) - now;
  if (isUsed || left <= 0) return <ExpiredLink isUsed={isUsed} onExportAgain={onExportAgain} />;
  return (
    <>
      <Icon name="ok" />
      <span className="row__grow">
        <span className="strong">{content}</span>{" "}
        {exportLabels.linkHint(Math.max(1, Math.round(left / minute)))}
      </span>
      <a className="button button--small" href={link.url} download onClick={onUse}>
        <Icon name="download" size="small" />
        {exportLabels.download}
      </a>
    </>
  );
}

type NoticeProps = {
  exporting: Exporting;
  /** Shown while the file is made: what it will contain. */
  preparing: string;
  /** Describes the content: "7 recipients are in the file." */
  content: (rowCount: number) => string;
  className?: string;
};

/** Shows the state of an export: in progress, the download link, or an error. */
export function ExportNotice({ exporting, preparing, content, className = "" }: NoticeProps) {
  const { link, error, isPending, isIdle, onExport, onDismiss } = exporting;
  const [used, setUsed] = useState("");
  if (isIdle) return null;
  const problem = error ? toProblem(error) : undefined;
  const tone = problem ? "danger" : link ? "success" : "info";
  return (
    <div
      className={`notice notice--${tone} export-notice ${className}`}
      role={problem ? "alert" : "status"}
    >
      {isPending ? (
        <>
          <Icon name="wait" className="turning" />
          <span className="row__grow">
            <span className="strong">{exportLabels.preparing}</span> {preparing}
          </span>
        </>
      ) : problem ? (
        <>
          <Icon name="danger" />
          <span className="row__grow">
            <span className="strong">{exportLabels.exportFailed}</span> {problem.title}{" "}
            {problem.text}
          </span>
          {problem.requestId ? <RequestId id={problem.requestId} /> : null}
          <Button size="small" icon="retry" onPress={onExport}>
            {exportLabels.tryAgain}
          </Button>
        </>
      ) : link ? (
        <DownloadLink
          link={link}
          content={content(link.rowCount)}
          isUsed={used === link.url}
          // Lets the browser follow the link first.
          onUse={() => setTimeout(() => setUsed(link.url))}
          onExportAgain={onExport}
        />
      ) : (
        <>
          <Icon name="wait" />
          <span className="row__grow">
            <span className="strong">{exportLabels.linkExpired}</span>{" "}
            {exportLabels.linkExpiredHint}
          </span>
          <Button size="small" icon="retry" onPress={onExport}>
            {exportLabels.exportAgain}
          </Button>
        </>
      )}
      {isPending ? null : (
        <Button
          variant="quiet"
          size="small"
          icon="close"
          aria-label={exportLabels.dismiss}
          onPress={onDismiss}
        />
      )}
    </div>
  );
}
