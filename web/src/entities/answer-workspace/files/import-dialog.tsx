import { ImportApply, ImportFile, RejectedLines } from "../../../forms";
import type { ImportAnswersResponse } from "../../../gen/parlor/v1/answer_file_service_pb";
import { Button, Dialog } from "../../../ui";
import { countsLabel, type ProposedChange, ProposedChanges } from "../../answer/answer-changes";
import { ReplayResult } from "../../answer/replay/replay-preview";
import type { ReplayState } from "../../answer/replay/use-replay";
import { labels } from "./labels";
import { answersLabel, countChanges, useFileReplay, useImport } from "./use-import";

type Props = { communityId: string; label: string; onClose: () => void };

/** Imports answers from a file, after a preview of the changes. */
export default function ImportDialog({ communityId, label, onClose }: Props) {
  const of = useImport(communityId, onClose);
  const replay = useFileReplay(communityId, of.file, of.looking ? undefined : of.would);
  const changes = of.would ? countChanges(of.would) : 0;
  return (
    <Dialog
      open
      staysOpen
      title={labels.importAnswersInto(label)}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{labels.cancel}</Button>
          <ImportApply of={of} changes={changes} label={labels.import(answersLabel(changes))} />
        </>
      }
    >
      <ImportFile
        of={of}
        columns="question and answer, and optionally category, source, sample questions (one per line) and expires on. An export has all of them."
        tick={labels.keepExistingAnswers}
      >
        {(would) => <ImportPreview label={label} would={would} replay={replay} />}
      </ImportFile>
    </Dialog>
  );
}

/** Lines that change nothing and have no error. */
function otherCountsLabel({ kept, unanswered }: ImportAnswersResponse): string {
  const words = [];
  if (kept > 0) words.push(`${answersLabel(kept)} here ${kept === 1 ? "stays" : "stay"}.`);
  if (unanswered > 0) {
    words.push(
      unanswered === 1
        ? "1 question of the file has no answer yet, and is left out."
        : `${unanswered} questions of the file have no answer yet, and are left out.`,
    );
  }
  return words.join(" ");
}

type ImportPreviewProps = { label: string; would: ImportAnswersResponse; replay: ReplayState };

/** Previews the effect on the answers and on recent questions, and lists the skipped lines. */
function ImportPreview({ label, would, replay }: ImportPreviewProps) {
  const { added, changed, unchanged, differences, rejected, rejectedCount } = would;
  const sums = countsLabel({ fresh: added, differing: changed, same: unchanged });
  const rest = otherCountsLabel(would);
  const changes = differences.flatMap(({ before, after }, at): ProposedChange[] =>
    after ? [{ id: after.id || `new ${at}`, after, before }] : [],
  );
  return (
    <section className="stack" aria-label={labels.whatChanges}>
      <p className="small" role="status">
        <strong>{label}</strong>: {sums || labels.fileHasNothingNew} {rest}
      </p>
      {changes.length > 0 ? <ReplayResult of={replay} /> : null}
      <RejectedLines
        count={rejectedCount}
        lines={rejected.map(({ line, question, reason }) => ({ line, name: question, reason }))}
      />
      {changes.length > 0 ? (
        <div className="small copy__plan">
          <ProposedChanges changes={changes} />
        </div>
      ) : null}
      {added + changed > changes.length ? (
        <p className="caption">{labels.firstChangesShown(changes.length)}</p>
      ) : null}
    </section>
  );
}
