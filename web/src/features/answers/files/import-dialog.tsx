import { ImportApply, ImportFile, LeftOut } from "../../../forms";
import type { ImportAnswersResponse } from "../../../gen/parlor/v1/answer_file_service_pb";
import { Button, Dialog } from "../../../ui";
import { type Change, Changes, sumWords } from "../changes";
import { Replayed } from "../replay/replay-line";
import type { Replay } from "../replay/use-replay";
import { answersWords, changesOf, useFileReplay, useImport } from "./use-import";

type Props = { communityId: string; label: string; onClose: () => void };

/** A file of answers is shown against what is there first; nothing changes before one says so. */
export default function ImportDialog({ communityId, label, onClose }: Props) {
  const of = useImport(communityId, onClose);
  const replay = useFileReplay(communityId, of.file, of.looking ? undefined : of.would);
  const changes = of.would ? changesOf(of.would) : 0;
  return (
    <Dialog
      open
      staysOpen
      title={`Import answers into ${label}`}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Not now</Button>
          <ImportApply of={of} changes={changes} label={`Import ${answersWords(changes)}`} />
        </>
      }
    >
      <ImportFile
        of={of}
        columns="question and answer, and if wanted topic, source, other ways to ask it (one a line) and holds until. An export has them all."
        tick="What has an answer here stays as it is"
      >
        {(would) => <Would label={label} would={would} replay={replay} />}
      </ImportFile>
    </Dialog>
  );
}

/** Lines that change nothing and are not wrong. */
function restWords({ kept, unanswered }: ImportAnswersResponse): string {
  const words = [];
  if (kept > 0) words.push(`${answersWords(kept)} here ${kept === 1 ? "stays" : "stay"}.`);
  if (unanswered > 0) {
    words.push(
      unanswered === 1
        ? "1 question of the file has no answer yet, and is left out."
        : `${unanswered} questions of the file have no answer yet, and are left out.`,
    );
  }
  return words.join(" ");
}

type WouldProps = { label: string; would: ImportAnswersResponse; replay: Replay };

/** What the file would do, to the answers and to the last questions, and the lines left out. */
function Would({ label, would, replay }: WouldProps) {
  const { added, changed, unchanged, differences, rejected, rejectedCount } = would;
  const sums = sumWords({ fresh: added, differing: changed, same: unchanged });
  const rest = restWords(would);
  const changes = differences.flatMap(({ before, after }, at): Change[] =>
    after ? [{ id: after.id || `new ${at}`, after, before }] : [],
  );
  return (
    <section className="stack" aria-label="What changes">
      <p className="small" role="status">
        <strong>{label}</strong>: {sums || "Nothing of the file is new."} {rest}
      </p>
      {changes.length > 0 ? <Replayed of={replay} /> : null}
      <LeftOut
        count={rejectedCount}
        lines={rejected.map(({ line, question, reason }) => ({ line, name: question, reason }))}
      />
      {changes.length > 0 ? (
        <div className="small copy__plan">
          <Changes changes={changes} />
        </div>
      ) : null}
      {added + changed > changes.length ? (
        <p className="caption">The first {changes.length} changes are shown.</p>
      ) : null}
    </section>
  );
}
