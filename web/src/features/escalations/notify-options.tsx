import type { Channel } from "../../entities/escalation-answer/draft";
import { Checkbox, SegmentedControl } from "../../ui";
import { isFromEmail } from "./labels";
import { MessagePreview, type MessagePreviewProps } from "./message-preview";

const channels = [
  { value: "text", label: "Text" },
  { value: "email", label: "Email" },
];

/** Options of the notice to the homeowner. Email is available if the address is known. */
export function NotifyOptions(props: MessagePreviewProps) {
  const { escalation, draft, change } = props;
  const empty = draft.answer.trim() === "";
  return (
    <section className="outcome" aria-label="Notify the homeowner">
      <div className="outcome__head">
        <Checkbox
          label={<span className="group-title">Notify homeowner</span>}
          isSelected={draft.notify}
          onChange={(notify) => change({ notify })}
        />
        {!draft.notify ? null : isFromEmail(escalation) ? (
          <span className="caption">by email, in the same thread</span>
        ) : escalation.resident?.email ? (
          <SegmentedControl
            size="small"
            label="Channel"
            value={draft.channel}
            onChange={(channel) => change({ channel: channel as Channel })}
            options={channels}
          />
        ) : (
          <span className="caption">by text</span>
        )}
      </div>
      {draft.notify && empty ? (
        <p className="caption">
          Write an answer to see a preview of the exact {isFromEmail(escalation) ? "email" : "text"}
          .
        </p>
      ) : draft.notify ? (
        <MessagePreview {...props} />
      ) : (
        <p className="caption">The homeowner won't be notified. Your answer is saved.</p>
      )}
    </section>
  );
}
