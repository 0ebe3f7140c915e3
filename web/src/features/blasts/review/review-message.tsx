import { Button, Highlight } from "../../../ui";
import { stepLabels } from "../labels";
import { pictureLabels } from "../picture/labels";
import { markCharacters } from "./costly-characters";
import { CostlyNotice } from "./costly-notice";
import { DelayNotices, type DelayProps } from "./delay-notices";
import { messageReviewLabels as labels } from "./labels";
import { Notice } from "./notice";
import { PlanNotice } from "./plan-notice";

type Props = DelayProps & { onEdit: () => void };

function Notices({ draft, review, onEdit }: Props) {
  const { unknownFields, costlyCharacters, addedSender, fallbackCount } = review;
  return (
    <>
      {unknownFields.length > 0 ? (
        <Notice
          tone="danger"
          icon="danger"
          title={labels.unknownFields(unknownFields)}
          text={labels.unknownFieldsHint}
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
      {costlyCharacters.length > 0 && !draft.saved.picture ? (
        <CostlyNotice draft={draft} review={review} />
      ) : null}
      <PlanNotice planUsages={review.planUsages} />
      {addedSender ? (
        <Notice
          tone="info"
          icon="info"
          title={labels.addedSender(addedSender)}
          text={labels.addedSenderHint}
        />
      ) : null}
      {fallbackCount > 0 ? (
        <Notice
          tone="info"
          icon="info"
          title={labels.fallbacks(fallbackCount)}
          text={labels.fallbacksHint}
        />
      ) : null}
    </>
  );
}

/** The text, with notices about it. */
export function ReviewMessage(props: Props) {
  const { draft, review } = props;
  // The price of a picture message does not depend on its text.
  const costly = draft.saved.picture ? [] : review.costlyCharacters;
  return (
    <section className="panel" aria-label={stepLabels.message}>
      <div className="panel__head">
        <h2 className="panel-title">{stepLabels.message}</h2>
        <Button variant="link" size="small" onPress={props.onEdit}>
          {labels.editMessage}
        </Button>
      </div>
      <div className="panel__body stack stack--loose">
        <p className="blast-text">
          <Highlight parts={markCharacters(draft.values.body, costly)} />
        </p>
        <Notices {...props} />
        <DelayNotices {...props} />
      </div>
    </section>
  );
}
