import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type Blast, BlastState } from "../../../gen/parlor/v1/blast_pb";
import { Icon } from "../../../ui";
import { timeLabel } from "../labels";
import { useCountdown } from "../use-countdown";
import { ApprovalNotice } from "./approval-notice";
import { TakeBackButton } from "./take-back-button";

type Props = { blast: Blast };

/** A blast that waits for its time, or for the seconds in which it can be undone. */
function ScheduledNotice({ blast }: Props) {
  const left = useCountdown(blast.undoUntil ? timestampMs(blast.undoUntil) : 0);
  if (blast.undoUntil) {
    return (
      <div className="notice notice--warning" role="status">
        <Icon name="send-many" />
        <p className="row__grow">
          <span className="strong">{left > 0 ? `Sending in ${left} sec.` : "Sending…"}</span>{" "}
          {left > 0 ? "Nothing has been sent yet." : ""}
        </p>
        {left > 0 ? <TakeBackButton blast={blast} label="Undo" /> : null}
      </div>
    );
  }
  return (
    <div className="notice">
      <Icon name="calendar" />
      <p className="row__grow">
        <span className="strong">
          {blast.startsAt ? `Starts ${timeLabel(blast.startsAt)}.` : "Scheduled."}
        </span>{" "}
        Recipients are chosen again at that time.
      </p>
      <TakeBackButton blast={blast} label="Back to draft" />
    </div>
  );
}

const texts: Partial<Record<BlastState, { tone: string; title: string; text: string }>> = {
  [BlastState.PAUSED]: {
    tone: "notice--warning",
    title: "Paused.",
    text: "No more texts will be sent until someone resumes it.",
  },
  [BlastState.CANCELED]: {
    tone: "",
    title: "Canceled.",
    text: "Anyone who hasn't been sent the text yet won't get it.",
  },
  [BlastState.MISSED]: {
    tone: "notice--danger",
    title: "This blast wasn't sent.",
    text: "The server was more than 60 minutes late. Copy it to a new draft to send it now.",
  },
};

/** Explains the state of a blast. */
export function StateNotice({ blast }: Props) {
  if (blast.state === BlastState.AWAITING_APPROVAL) return <ApprovalNotice blast={blast} />;
  if (blast.state === BlastState.SCHEDULED) return <ScheduledNotice blast={blast} />;
  const notice = texts[blast.state];
  if (!notice) return null;
  return (
    <div className={`notice ${notice.tone}`} role="status">
      <Icon name={blast.state === BlastState.MISSED ? "danger" : "info"} />
      <p>
        <span className="strong">{notice.title}</span> {notice.text}
      </p>
    </div>
  );
}
