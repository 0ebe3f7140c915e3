import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  recipientsLabel,
  subjectLabel,
  labels as threadLabels,
} from "../../entities/email-thread/labels";
import { useCancelEmail } from "../../entities/email-thread/queries";
import { toastError } from "../../forms/toast-error";
import type { EmailMessage } from "../../gen/parlor/v1/email_thread_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { BackButton, Button, Icon } from "../../ui";
import { DetailTitle } from "../../ui/two-pane";
import { detailLabels } from "./detail-labels";

/** A scheduled email, which can be canceled. */
export function ScheduledEmail({
  message,
  onClose,
}: {
  message: EmailMessage;
  onClose: () => void;
}) {
  const canceling = useCancelEmail();
  const at = message.sendAt ? formatDateTime(timestampDate(message.sendAt), new Date()) : "";
  const cancel = () =>
    canceling.mutate({ id: message.id }, { onError: toastError, onSuccess: onClose });
  return (
    <article className="desk__detail mail__read" aria-label={detailLabels.scheduled}>
      <header className="mail-head">
        <div className="mail-head__top">
          <BackButton onBack={onClose} />
          <DetailTitle className="screen-title row__grow">{subjectLabel(message)}</DetailTitle>
        </div>
        <p className="caption">{detailLabels.to(recipientsLabel(message))}</p>
      </header>
      <div className="mail__body">
        <div className="notice mail-notice">
          <Icon name="clock" size="small" />
          <p className="row__grow small">{detailLabels.scheduledFor(at)}</p>
          <Button size="small" pending={canceling.isPending} onPress={cancel}>
            {threadLabels.cancelSending}
          </Button>
        </div>
        <div className="letter">
          <p className="letter__text">{showDirectionMarks(message.text)}</p>
        </div>
      </div>
    </article>
  );
}
