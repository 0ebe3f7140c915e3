import type { Channel } from "../../entities/escalation-answer/draft";
import { Checkbox, SegmentedControl } from "../../ui";
import { isFromEmail, labels } from "./labels";
import { MessagePreview, type MessagePreviewProps } from "./message-preview";

const channels = [
  { value: "text", label: labels.text },
  { value: "email", label: labels.email },
];

/** Options of the notice to the homeowner. Email is available if the address is known. */
export function NotifyOptions(props: MessagePreviewProps) {
  const { escalation, draft, change } = props;
  const empty = draft.answer.trim() === "";
  return (
    <section className="outcome" aria-label={labels.notifyTheHomeowner}>
      <div className="outcome__head">
        <Checkbox
          label={<span className="group-title">{labels.notifyHomeowner}</span>}
          isSelected={draft.notify}
          onChange={(notify) => change({ notify })}
        />
        {!draft.notify ? null : isFromEmail(escalation) ? (
          <span className="caption">{labels.emailSameThread}</span>
        ) : escalation.resident?.email ? (
          <SegmentedControl
            size="small"
            label={labels.channel}
            value={draft.channel}
            onChange={(channel) => change({ channel: channel as Channel })}
            options={channels}
          />
        ) : (
          <span className="caption">{labels.byText}</span>
        )}
      </div>
      {draft.notify && empty ? (
        <p className="caption">
          {labels.writeAnswerSeePreviewExact} {isFromEmail(escalation) ? "email" : "text"}.
        </p>
      ) : draft.notify ? (
        <MessagePreview {...props} />
      ) : (
        <p className="caption">{labels.homeownerWontNotified}</p>
      )}
    </section>
  );
}
