// Preview of the exact notice to the homeowner, with its recipient.

import { toProblem } from "../../api/problem";
import type { Draft } from "../../entities/escalation-answer/draft";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { toGsmText } from "../../lib/gsm-text";
import { formatPhone } from "../../lib/names";
import { useDebounced } from "../../lib/use-debounced";
import { useMedia } from "../../lib/use-media";
import { Button, Skeleton } from "../../ui";
import { noticeLabels, replaceLabel } from "./detail-labels";
import { isFromChat } from "./labels";
import { useNoticePreview } from "./queries";

export type MessagePreviewProps = {
  escalation: Escalation;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  preview: ReturnType<typeof useNoticePreview>;
  /** The preview is of an earlier answer. */
  stale: boolean;
};

function joinWords(characters: readonly string[]): string {
  const shown = characters.slice(0, 6).join(" ");
  return characters.length > 6 ? `${shown} …` : shown;
}

/** Shows the number of segments, the costly characters and a button to replace them. */
function SegmentCost({ escalation, draft, change, preview }: Omit<MessagePreviewProps, "stale">) {
  const notice = preview.data?.notice;
  const costly = notice?.costlyCharacters ?? [];
  const plainer = useDebounced(toGsmText(draft.answer, costly), 300);
  const helps = costly.length > 0 && plainer !== draft.answer;
  const cheaper = useNoticePreview(escalation.id, plainer, "text", helps).data?.notice;
  if (!notice) return null;
  return (
    <p className="caption row row--between outcome__price">
      <span>
        {noticeLabels.toPhone(formatPhone(notice.to), notice.segments)}
        {costly.length > 0 ? (
          <>
            {" "}
            {noticeLabels.becauseOf} <span className="strong costly">{joinWords(costly)}</span>
          </>
        ) : null}
      </span>
      {helps ? (
        <Button
          variant="link"
          size="small"
          onPress={() => change({ answer: toGsmText(draft.answer, costly) })}
        >
          {replaceLabel(cheaper?.segments)}
        </Button>
      ) : null}
    </p>
  );
}

function PreviewError({ draft, change, preview }: Omit<MessagePreviewProps, "stale">) {
  const { title, text, reason } = toProblem(preview.error);
  const noMail = reason === "EMAIL_NOT_SET_UP";
  return (
    <p className="caption" role="alert">
      {noMail ? null : `${noticeLabels.previewFailed(draft.channel)} `}
      {title} {noMail ? text : null}{" "}
      <Button
        variant="link"
        size="small"
        onPress={() => (noMail ? change({ channel: "text" }) : void preview.refetch())}
      >
        {noMail ? noticeLabels.useText : noticeLabels.tryAgain}
      </Button>
    </p>
  );
}

export function MessagePreview(props: MessagePreviewProps) {
  const { preview, stale } = props;
  // A narrow window shows the text in the footer, above the button.
  const narrow = useMedia("(max-width: 760px)");
  const notice = preview.data?.notice;
  if (preview.error) return <PreviewError {...props} />;
  if (!notice) return <Skeleton high="64px" />;
  return (
    <>
      {narrow ? null : (
        <p
          className="exact-text"
          aria-busy={stale || preview.isPlaceholderData || preview.isFetching}
        >
          {showDirectionMarks(notice.body.trimEnd())}
        </p>
      )}
      {notice.subject ? (
        <p className="caption outcome__price">
          {noticeLabels.toEmail(notice.to, showDirectionMarks(notice.subject))}
        </p>
      ) : isFromChat(props.escalation) ? (
        <p className="caption outcome__price">
          {noticeLabels.chatHint(showDirectionMarks(props.escalation.resident?.email ?? ""))}
        </p>
      ) : (
        <SegmentCost {...props} />
      )}
    </>
  );
}
