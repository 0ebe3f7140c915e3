import { Button, EmptyState, ErrorState, Skeleton } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import type { BlastPageProps } from "../open-blast";
import { noFilter, type Step } from "../url-state";
import { Exclusions } from "./exclusions";
import { reviewLabels as labels } from "./labels";
import { PhonePreview } from "./phone-preview";
import { ReviewFigures } from "./review-figures";
import { ReviewMessage } from "./review-message";
import { SendPanel } from "./send-panel";
import type { SendPanelRef } from "./send-panel-handle";
import { useStartReview } from "./use-start-review";

type Props = BlastPageProps & { draft: Draft; sendPanel: SendPanelRef };

type Missing = { step: Step; title: string; text: string; action: string };

/** Returns the missing part that the review needs; undefined if it is complete. */
function missingPart({ errors, values }: Draft): Missing | undefined {
  if (errors.audience) {
    return {
      step: "recipients",
      title: labels.recipientsMissing,
      text: errors.audience,
      action: labels.chooseRecipients,
    };
  }
  if (errors.title || !values.body.trim()) {
    return {
      step: "message",
      title: errors.title ? labels.titleMissing : labels.textMissing,
      text: labels.messageHint,
      action: labels.writeMessage,
    };
  }
  return undefined;
}

function ReviewSkeleton({ label }: { label: string }) {
  return (
    <section className="panel panel__body stack stack--loose" aria-busy="true">
      <p className="small secondary" role="status">
        {label}
      </p>
      <Skeleton wide="100%" high="72px" />
      <Skeleton wide="100%" high="120px" />
    </section>
  );
}

function SavedReview({ draft, urlState, setUrlState, sendPanel }: Props) {
  const { id } = draft.saved;
  const reviewing = useStartReview(id);
  const { reviewed, problem, onRetry, isUpdating } = reviewing;
  if (!reviewed) {
    if (!problem) return <ReviewSkeleton label={labels.reviewing} />;
    return (
      <ErrorState
        title={labels.reviewFailed}
        problem={problem}
        onRetry={onRetry}
        pending={isUpdating}
      />
    );
  }
  const { review } = reviewed;
  return (
    <div className="blast-columns" aria-busy={isUpdating}>
      <div className="stack stack--loose">
        <ReviewFigures review={review} hasPicture={draft.saved.picture !== undefined} />
        <ReviewMessage
          {...reviewed}
          draft={draft}
          onEdit={() => setUrlState({ step: "message" })}
          delay={urlState.delay}
          onDelay={(delay) => setUrlState({ delay }, true)}
        />
        <Exclusions
          draft={draft}
          exclusions={review.exclusions}
          open={urlState.exclusion}
          onOpen={(exclusion) => setUrlState({ exclusion }, true)}
          onAsk={(blast) => setUrlState({ blast, step: "review", ...noFilter })}
        />
      </div>
      <PhonePreview id={id} recipientCount={review.recipientCount} picture={draft.saved.picture} />
      <SendPanel draft={draft} reviewed={reviewed} reviewing={reviewing} handle={sendPanel} />
    </div>
  );
}

/** Reviews the effect of sending before anything is sent. */
export function ReviewStep(props: Props) {
  const { draft, setUrlState } = props;
  const missing = missingPart(draft);
  if (missing) {
    const { step, title, text, action } = missing;
    return (
      <section className="panel">
        <EmptyState
          title={title}
          text={text}
          action={
            <Button variant="primary" onPress={() => setUrlState({ step })}>
              {action}
            </Button>
          }
        />
      </section>
    );
  }
  // The review is based on the saved draft.
  if (draft.unsaved) return <ReviewSkeleton label={labels.saving} />;
  return <SavedReview {...props} />;
}
