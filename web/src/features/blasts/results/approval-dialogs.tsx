import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { CallDialog } from "../../../forms";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { TextArea, toast } from "../../../ui";
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

/** Confirms the approval with the number of recipients and the time. */
export function ApproveDialog({ blast, onClose }: Props) {
  const approving = useApproveBlast();
  const { id, version } = blast;
  return (
    <CallDialog
      title="Approve this blast?"
      call={approving}
      action="Approve blast"
      onAction={() => approving.mutate({ id, version })}
      onClose={onClose}
    >
      <p>{approvalText(blast)}</p>
    </CallDialog>
  );
}

/** Rejects a blast, which returns it to draft with a note to its author. */
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
    <CallDialog
      title="Reject this blast?"
      call={rejecting}
      action="Reject blast"
      variant="danger"
      reason={note.trim() ? undefined : "Write a note first"}
      onAction={() => void reject()}
      onClose={onClose}
    >
      <p>It becomes a draft again, and {scheduledByName} sees your note.</p>
      <TextArea
        label="What needs to change?"
        value={note}
        onChange={setNote}
        maxLength={maxNoteLength}
        autoFocus
      />
    </CallDialog>
  );
}
