import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { CallDialog } from "../../../forms";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { TextArea, toast } from "../../../ui";
import { peopleLabel } from "../labels";
import { useApproveBlast, useRejectBlast } from "../queries";
import { dayAndTimeLabel, approvalLabels as labels } from "./labels";

type Props = { blast: Blast; onClose: () => void };

const maxNoteLength = 500;

/** "This text goes to 298 people on Nov 25 at 9:00 AM." */
function approvalText({ startsAt, scheduledCount }: Blast): string {
  const who = peopleLabel(scheduledCount);
  return startsAt && timestampMs(startsAt) > Date.now()
    ? labels.effectAt(who, dayAndTimeLabel(startsAt))
    : labels.effectNow(who);
}

/** Confirms the approval with the number of recipients and the time. */
export function ApproveDialog({ blast, onClose }: Props) {
  const approving = useApproveBlast();
  const { id, version } = blast;
  return (
    <CallDialog
      title={labels.approveTitle}
      call={approving}
      action={labels.approveBlast}
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
      () => toast.success(labels.rejected),
      () => undefined,
    );
  return (
    <CallDialog
      title={labels.rejectTitle}
      call={rejecting}
      action={labels.rejectBlast}
      variant="danger"
      reason={note.trim() ? undefined : labels.noteMissing}
      onAction={() => void reject()}
      onClose={onClose}
    >
      <p>{labels.rejectEffect(scheduledByName)}</p>
      <TextArea
        label={labels.note}
        value={note}
        onChange={setNote}
        maxLength={maxNoteLength}
        autoFocus
      />
    </CallDialog>
  );
}
