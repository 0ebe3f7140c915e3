import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { toGsmText } from "../../../lib/gsm-text";
import { Button } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { fallbackText, fallbackTitle } from "../labels";
import { pictureLabels } from "../picture/labels";
import { DelayNotices, type DelayProps } from "./delay-notices";
import { labels } from "./labels";
import { Notice } from "./notice";

type Props = DelayProps & { draft: Draft; review: ReviewBlastResponse; onEdit: () => void };

function unknownFieldsTitle(fields: readonly string[]): string {
  const names = fields.map((field) => `{{${field}}}`).join(", ");
  return fields.length === 1 ? `${names} isn't a merge field.` : `${names} aren't merge fields.`;
}

function costlyOrigin(count: number): string {
  const which = count === 1 ? labels.thisCharacterComes : labels.theseCharactersCome;
  return `${which} from a resident's name or unit.`;
}

function Notices({ draft, review, onEdit }: Props) {
  const { unknownFields, costlyCharacters, addedSender, fallbackCount } = review;
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
          text={labels.editMessageInsertFieldList}
          action={
            <Button size="small" onPress={onEdit}>
              {labels.edit}
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
              {labels.edit}
            </Button>
          }
        />
      ) : null}
      {costlyCharacters.length > 0 ? (
        <Notice
          tone="warning"
          icon="coin"
          title={labels.makesTextMoreExpensive(costlyCharacters.join(" "))}
          text={
            plain === body
              ? costlyOrigin(costlyCharacters.length)
              : labels.segmentThenHolds70Characters
          }
          action={
            plain === body ? undefined : (
              <Button size="small" onPress={replace}>
                {labels.replace}
              </Button>
            )
          }
        />
      ) : null}
      {addedSender ? (
        <Notice
          tone="info"
          icon="info"
          title={labels.addedText(addedSender)}
          text={labels.doesntNameCommunityCompany}
        />
      ) : null}
      {fallbackCount > 0 ? (
        <Notice tone="info" icon="info" title={fallbackTitle(fallbackCount)} text={fallbackText} />
      ) : null}
    </>
  );
}

/** The text, with notices about it. */
export function ReviewMessage(props: Props) {
  return (
    <section className="panel" aria-label={labels.message}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.message}</h2>
        <Button variant="link" size="small" onPress={props.onEdit}>
          {labels.editMessage}
        </Button>
      </div>
      <div className="panel__body stack stack--loose">
        <p className="blast-text">{showDirectionMarks(props.draft.values.body)}</p>
        <Notices {...props} />
        <DelayNotices {...props} />
      </div>
    </section>
  );
}
