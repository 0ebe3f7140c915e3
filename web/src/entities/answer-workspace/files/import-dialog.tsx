import { ImportApply, ImportFile, RejectedLines } from "../../../forms";
import type { ImportAnswersResponse } from "../../../gen/parlor/v1/answer_file_service_pb";
import { Button, Dialog } from "../../../ui";
import { countsLabel, type ProposedChange, ProposedChanges } from "../../answer/answer-changes";
import { labels as answerLabels } from "../../answer/labels";
import { ReplayResult } from "../../answer/replay/replay-preview";
import type { ReplayState } from "../../answer/replay/use-replay";
import { importLabels } from "./import-labels";
import { countChanges, useFileReplay, useImport } from "./use-import";

type Props = { communityId: string; label: string; onClose: () => void };

/** Imports answers from a file, after a preview of the changes. */
export default function ImportDialog({ communityId, label, onClose }: Props) {
  const importing = useImport(communityId, onClose);
  const replay = useFileReplay(
    communityId,
    importing.file,
    importing.isPreviewing ? undefined : importing.previewed,
  );
  const changes = importing.previewed ? countChanges(importing.previewed) : 0;
  return (
    <Dialog
      open
      staysOpen
      title={importLabels.importTitle(label)}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{importLabels.cancel}</Button>
          <ImportApply
            importing={importing}
            changes={changes}
            label={importLabels.import(answerLabels.answerCount(changes))}
          />
        </>
      }
    >
      <ImportFile
        importing={importing}
        columns={importLabels.columns}
        checkboxLabel={importLabels.keepExisting}
      >
        {(previewed) => <ImportPreview label={label} previewed={previewed} replay={replay} />}
      </ImportFile>
    </Dialog>
  );
}

/** Lines that change nothing and have no error. */
function otherCountsLabel({ kept, unanswered }: ImportAnswersResponse): string {
  const words = [];
  if (kept > 0) words.push(importLabels.keptCount(kept));
  if (unanswered > 0) {
    words.push(importLabels.unansweredCount(unanswered));
  }
  return words.join(" ");
}

type ImportPreviewProps = { label: string; previewed: ImportAnswersResponse; replay: ReplayState };

/** Previews the effect on the answers and on recent questions, and lists the skipped lines. */
function ImportPreview({ label, previewed, replay }: ImportPreviewProps) {
  const { added, changed, unchanged, differences, rejected, rejectedCount } = previewed;
  const sums = countsLabel({ added, differing: changed, same: unchanged });
  const rest = otherCountsLabel(previewed);
  const changes = differences.flatMap(({ before, after }, at): ProposedChange[] =>
    after ? [{ id: after.id || `new ${at}`, after, before }] : [],
  );
  return (
    <section className="stack" aria-label={importLabels.preview}>
      <p className="small" role="status">
        <strong>{label}</strong>: {sums || importLabels.nothingNew} {rest}
      </p>
      {changes.length > 0 ? <ReplayResult of={replay} /> : null}
      <RejectedLines
        count={rejectedCount}
        lines={rejected.map(({ line, question, reason }) => ({ line, name: question, reason }))}
      />
      {changes.length > 0 ? (
        <div className="small copy__plan changes">
          <ProposedChanges changes={changes} />
        </div>
      ) : null}
      {added + changed > changes.length ? (
        <p className="caption">{importLabels.firstShown(changes.length)}</p>
      ) : null}
    </section>
  );
}
