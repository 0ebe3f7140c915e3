import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type Blast, BlastState } from "../../../gen/parlor/v1/blast_pb";
import { Icon } from "../../../ui";
import { timeLabel } from "../labels";
import { useCountdown } from "../use-countdown";
import { ApprovalNotice } from "./approval-notice";
import { BackToDraftButton } from "./back-to-draft-button";
import { scheduledLabels as labels, stateTexts } from "./labels";

type Props = { blast: Blast };

/** A blast that waits for its time, or for the seconds in which it can be undone. */
function ScheduledNotice({ blast }: Props) {
  const left = useCountdown(blast.undoUntil ? timestampMs(blast.undoUntil) : 0);
  if (blast.undoUntil) {
    return (
      <div className="notice notice--warning" role="status">
        <Icon name="send-many" />
        <p className="row__grow">
          <span className="strong">{left > 0 ? labels.sendingIn(left) : labels.sending}</span>{" "}
          {left > 0 ? labels.nothingSent : ""}
        </p>
        {left > 0 ? <BackToDraftButton blast={blast} label={labels.undo} /> : null}
      </div>
    );
  }
  return (
    <div className="notice">
      <Icon name="calendar" />
      <p className="row__grow">
        <span className="strong">
          {blast.startsAt ? labels.startsAt(timeLabel(blast.startsAt)) : labels.scheduled}
        </span>{" "}
        {labels.recipientsHint}
      </p>
      <BackToDraftButton blast={blast} label={labels.backToDraft} />
    </div>
  );
}

const tones: Partial<Record<BlastState, string>> = {
  [BlastState.PAUSED]: "notice--warning",
  [BlastState.MISSED]: "notice--danger",
};

/** Explains the state of a blast. */
export function StateNotice({ blast }: Props) {
  if (blast.state === BlastState.AWAITING_APPROVAL) return <ApprovalNotice blast={blast} />;
  if (blast.state === BlastState.SCHEDULED) return <ScheduledNotice blast={blast} />;
  const notice = stateTexts[blast.state];
  if (!notice) return null;
  return (
    <div className={`notice ${tones[blast.state] ?? ""}`} role="status">
      <Icon name={blast.state === BlastState.MISSED ? "danger" : "info"} />
      <p>
        <span className="strong">{notice.title}</span> {notice.text}
      </p>
    </div>
  );
}
