import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { FormProblem } from "../../../forms";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { Dialog, DialogActions, TextArea, toast } from "../../../ui";
import { dayAndTimeLabel, peopleLabel } from "../labels";
import { useApproveBlast, useRejectBlast } from "../queries";

type Props = { blast: Blast; onClose: () => void };

const maxNoteLength = 500;

/** "This text goes to 298 people on Nov 25 at 9:00 AM." */
function approvalText({ startsAt, scheduledCount }: Blast): string {
  const who = peopleLabel(scheduledCount);
  return startsAt && timestampMs(startsAt) > Date.now()
    ? `This text goes to ${who} ${dayAndTimeLabel(startsAt)}.`
    : `This text goes to ${who} 10 seconds after you approve it. Until then it can be undone.`;
}

/** Says to how many it goes, and when, before it does. */
export function ApproveDialog({ blast, onClose }: Props) {
  const approving = useApproveBlast();
  const { id, version } = blast;
  return (
    <Dialog
      open
      staysOpen
      title="Approve this blast?"
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          pending={approving.isPending}
          onPress={() => approving.mutate({ id, version })}
        >
          Approve blast
        </DialogActions>
      }
    >
      <FormProblem problem={approving.error ? toProblem(approving.error) : undefined} />
      <p>{approvalText(blast)}</p>
    </Dialog>
  );
}

/** Makes it a draft again, with a note for whoever scheduled it. */
export function RejectDialog({ blast, onClose }: Props) {
  const rejecting = useRejectBlast();
  const [note, setNote] = useState("");
  const { id, version, scheduledByName } = blast;
  const reject = () =>
    rejecting.mutateAsync({ id, version, note: note.trim() }).then(
      () => toast.success("Rejected. The blast is a draft again."),
      () => undefined,
    );
  return (
    <Dialog
      open
      staysOpen
      title="Reject this blast?"
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          variant="danger"
          pending={rejecting.isPending}
          reason={note.trim() ? undefined : "Write a note first"}
          onPress={() => void reject()}
        >
          Reject blast
        </DialogActions>
      }
    >
      <div className="stack stack--loose">
        <FormProblem problem={rejecting.error ? toProblem(rejecting.error) : undefined} />
        <p>It becomes a draft again, and {scheduledByName} sees your note.</p>
        <TextArea
          label="What needs to change?"
          value={note}
          onChange={setNote}
          maxLength={maxNoteLength}
          autoFocus
        />
      </div>
    </Dialog>
  );
}
