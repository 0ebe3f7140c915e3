import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { toGsmText } from "../../../lib/gsm-text";
import { Button, Icon, type IconName } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { fallbackText, fallbackTitle, peopleLabel, timeLabel } from "../labels";
import { pictureLabels } from "../picture/labels";

type Props = { draft: Draft; review: ReviewBlastResponse; onEdit: () => void };

type NoticeProps = {
  tone: "info" | "warning" | "danger";
  icon: IconName;
  title: string;
  text: string;
  action?: React.ReactNode;
};

function Notice({ tone, icon, title, text, action }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={tone === "danger" ? "alert" : undefined}>
      <Icon name={icon} />
      <p className="row__grow">
        <span className="strong">{title}</span> {text}
      </p>
      {action}
    </div>
  );
}

function unknownFieldsTitle(fields: readonly string[]): string {
  const names = fields.map((field) => `{{${field}}}`).join(", ");
  return fields.length === 1 ? `${names} isn't a merge field.` : `${names} aren't merge fields.`;
}

function costlyOrigin(count: number): string {
  const which = count === 1 ? "This character comes" : "These characters come";
  return `${which} from a resident's name or unit.`;
}

function Notices({ draft, review, onEdit }: Props) {
  const { unknownFields, costlyCharacters, addedSender, fallbackCount } = review;
  const { heldCount, heldUntil, cappedCount, cappedUntil } = review;
  const { body } = draft.values;
  const plain = toGsmText(body, costlyCharacters);
  const replace = () => draft.change({ body: plain });
  return (
    <>
      {unknownFields.length > 0 ? (
        <Notice
          tone="danger"
          icon="danger"
          title={unknownFieldsTitle(unknownFields)}
          text="Edit the message and insert a field from the list."
          action={
            <Button size="small" onPress={onEdit}>
              Edit
            </Button>
          }
        />
      ) : null}
      {review.isPictureRefused ? (
        <Notice
          tone="danger"
          icon="danger"
          title={pictureLabels.refusedTitle}
          text={pictureLabels.refusedText}
          action={
            <Button size="small" onPress={onEdit}>
              Edit
            </Button>
          }
        />
      ) : null}
      {costlyCharacters.length > 0 ? (
        <Notice
          tone="warning"
          icon="coin"
          title={`Makes the text more expensive: ${costlyCharacters.join(" ")}`}
          text={
            plain === body
              ? costlyOrigin(costlyCharacters.length)
              : "A segment then holds 70 characters, not 160."
          }
          action={
            plain === body ? undefined : (
              <Button size="small" onPress={replace}>
                Replace
              </Button>
            )
          }
        />
      ) : null}
      {addedSender ? (
        <Notice
          tone="info"
          icon="info"
          title={`“${addedSender}” is added to the text.`}
          text="It doesn't name the community or your company. Recipients need to know who's texting."
        />
      ) : null}
      {fallbackCount > 0 ? (
        <Notice tone="info" icon="info" title={fallbackTitle(fallbackCount)} text={fallbackText} />
      ) : null}
      {heldCount > 0 && heldUntil ? (
        <Notice
          tone="info"
          icon="clock"
          title={`${peopleLabel(heldCount)} would get it at ${timeLabel(heldUntil)}.`}
          text="It's quiet hours where they live. Their texts wait until then."
        />
      ) : null}
      {cappedCount > 0 && cappedUntil ? (
        <Notice
          tone="warning"
          icon="clock"
          title={`${peopleLabel(cappedCount)} would get it on a later day.`}
          text={`The carrier's daily limit for your brand will be reached before they get it. Sending resumes after ${timeLabel(cappedUntil)}, outside quiet hours.`}
        />
      ) : null}
    </>
  );
}

/** The text, and what there is to know about it. */
export function ReviewMessage(props: Props) {
  return (
    <section className="panel" aria-label="Message">
      <div className="panel__head">
        <h2 className="panel-title">Message</h2>
        <Button variant="link" size="small" onPress={props.onEdit}>
          Edit message
        </Button>
      </div>
      <div className="panel__body stack stack--loose">
        <p className="blast-text">{props.draft.values.body}</p>
        <Notices {...props} />
      </div>
    </section>
  );
}
