import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { toastError } from "../../forms/toast-error";
import {
  type EmailAttachment,
  type EmailMessage,
  EmailStatus,
} from "../../gen/parlor/v1/email_thread_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { formatSize } from "../../lib/format-number";
import { useNow } from "../../lib/use-now";
import { Avatar, Badge, Button, Icon } from "../../ui";
import { EmailHtml, type LoadedImages, QuotedText } from "./email-html";
import { recipientsLabel, statusLabel } from "./labels";
import { useLoadImages } from "./queries";
import { botNoteLabel, imagesLabel, missingImagesLabel, threadLabels } from "./thread-labels";

/** An email of a thread. All but the last one are collapsed. */
export function EmailCard({ message, isLast }: { message: EmailMessage; isLast: boolean }) {
  const [isOpen, setIsOpen] = useState(isLast);
  const now = new Date(useNow());
  const name = showDirectionMarks(message.author || message.fromName || message.fromAddress);
  const status = statusLabel(message.status);
  const time = message.sendAt ?? message.at;
  return (
    <section className="email-card" aria-label={threadLabels.emailFrom(name)}>
      <button
        type="button"
        className="email-card__head"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Avatar name={name} size="small" staff={message.status !== EmailStatus.RECEIVED} />
        <b className="truncate">{showDirectionMarks(name)}</b>
        <span className="caption truncate row__grow">
          {isOpen
            ? threadLabels.recipients(recipientsLabel(message))
            : showDirectionMarks(message.text)}
        </span>
        {status ? (
          <Badge tone={message.status === EmailStatus.BOUNCED ? "warning" : "info"}>{status}</Badge>
        ) : null}
        {time ? (
          <time className="caption nowrap" dateTime={timestampDate(time).toISOString()}>
            {formatDateTime(timestampDate(time), now)}
          </time>
        ) : null}
      </button>
      {isOpen ? <EmailBody message={message} /> : null}
    </section>
  );
}

function EmailBody({ message }: { message: EmailMessage }) {
  const { html, text, quotedText, attachments, problem } = message;
  const loading = useLoadImages();
  const images: LoadedImages | undefined =
    loading.data && new Map(loading.data.images.map(({ position, url }) => [position, url]));
  const load = () => loading.mutate({ id: message.id }, { onError: toastError });
  return (
    <>
      {problem ? (
        <div className="notice mail-notice">
          <Icon name="warning" size="small" />
          <p className="small">{problem}</p>
        </div>
      ) : null}
      <ImagesNotice message={message} images={images} pending={loading.isPending} onLoad={load} />
      <div className="letter">
        {html ? (
          <EmailHtml html={html} {...(images ? { images } : {})} />
        ) : (
          <p className="letter__text">{showDirectionMarks(text)}</p>
        )}
        {!html && quotedText ? (
          <QuotedText>
            <p className="letter__text">{showDirectionMarks(quotedText)}</p>
          </QuotedText>
        ) : null}
      </div>
      {attachments.length > 0 ? <Attachments attachments={attachments} /> : null}
      {message.botNote ? <p className="caption">{botNoteLabel(message)}</p> : null}
    </>
  );
}

type ImagesNoticeProps = {
  message: EmailMessage;
  images: LoadedImages | undefined;
  pending: boolean;
  onLoad: () => void;
};

/** Says that remote images are blocked, or that some could not be loaded. */
function ImagesNotice({ message, images, pending, onLoad }: ImagesNoticeProps) {
  const { blockedImageCount: count } = message;
  const missing = images ? [...images.values()].filter((url) => !url).length : count;
  if (missing === 0) return null;
  return (
    <div className="notice mail-notice">
      <Icon name="eye-off" size="small" />
      <p className="small row__grow">
        <span className="strong">
          {images ? missingImagesLabel(missing) : imagesLabel(missing)}
        </span>{" "}
        {images ? null : <span className="secondary">{threadLabels.imagesText}</span>}
      </p>
      <Button size="small" pending={pending} onPress={onLoad}>
        {images ? threadLabels.tryAgain : threadLabels.showImages}
      </Button>
    </div>
  );
}

function Attachments({ attachments }: { attachments: readonly EmailAttachment[] }) {
  return (
    <ul className="attachments" aria-label={threadLabels.attachments}>
      {attachments.map(({ name, url, sizeBytes }, place) => (
        // Names can repeat; the order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant
        <li key={place}>
          {url ? (
            <a className="mail-file" href={url} download>
              <b className="truncate">{showDirectionMarks(name)}</b>
              <span className="caption nowrap">{formatSize(Number(sizeBytes))}</span>
              <Icon name="download" size="small" />
            </a>
          ) : (
            <span className="mail-file">
              <b className="truncate">{showDirectionMarks(name)}</b>
              <span className="caption nowrap">{threadLabels.tooLarge}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
