import type { Channel } from "../../entities/escalation-answer/draft";
import { Checkbox, SegmentedControl } from "../../ui";
import { noticeLabels } from "./detail-labels";
import { isFromChat, isFromEmail, onlyChannel } from "./labels";
import { MessagePreview, type MessagePreviewProps } from "./message-preview";

const channels = [
  { value: "text", label: noticeLabels.text },
  { value: "email", label: noticeLabels.email },
];

/** Options of the notice to the homeowner. Email is available if the address is known. */
export function NotifyOptions(props: MessagePreviewProps) {
  const { escalation, draft, change } = props;
  const empty = draft.answer.trim() === "";
  return (
    <section className="outcome" aria-label={noticeLabels.title}>
      <div className="outcome__head">
        <Checkbox
          label={<span className="group-title">{noticeLabels.notify}</span>}
          isSelected={draft.notify}
          onChange={(notify) => change({ notify })}
        />
        {!draft.notify ? null : isFromEmail(escalation) ? (
          <span className="caption">{noticeLabels.byEmail}</span>
        ) : isFromChat(escalation) ? (
          <span className="caption">{noticeLabels.byChat}</span>
        ) : escalation.resident?.email ? (
          <SegmentedControl
            size="small"
            label={noticeLabels.channel}
            value={draft.channel}
            onChange={(channel) => change({ channel: channel as Channel })}
            options={channels}
          />
        ) : (
          <span className="caption">{noticeLabels.byText}</span>
        )}
      </div>
      {draft.notify && empty ? (
        <p className="caption">
          {noticeLabels.nothingToPreview(onlyChannel(escalation) ?? "text")}
        </p>
      ) : draft.notify ? (
        <MessagePreview {...props} />
      ) : (
        <p className="caption">{noticeLabels.off}</p>
      )}
    </section>
  );
}
