import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import type { BlastPicture } from "../../../gen/parlor/v1/blast_pb";
import { formatPhone } from "../../../lib/names";
import { Button, ErrorState, SearchField, Skeleton, toast } from "../../../ui";
import { useSendTest } from "../queries";
import { previewLabels as labels, previewPlaceLabel } from "./labels";
import { PreviewedPhone } from "./previewed-phone";
import { type PreviewSteps, usePreviewSteps } from "./use-preview-steps";

/** Sends a test text to the user's own phone. */
function TestButton({ id }: { id: string }) {
  const { user } = useSession();
  const sending = useSendTest();
  const send = () =>
    sending.mutate(
      { id },
      {
        onSuccess: ({ phone }) =>
          toast.success({ title: labels.testSent, text: labels.testSentTo(formatPhone(phone)) }),
        onError: toastError,
      },
    );
  return (
    <div className="stack stack--tight">
      <Button icon="phone" pending={sending.isPending} isDisabled={!user.phone} onPress={send}>
        {labels.sendTest}
      </Button>
      {user.phone ? null : <p className="caption">{labels.phoneMissing}</p>}
    </div>
  );
}

function Steps({ steps }: { steps: PreviewSteps }) {
  const { at, count, hasNext, isReadingOn } = steps;
  return (
    <span className="row">
      <Button
        size="small"
        icon="left"
        aria-label={labels.previous}
        isDisabled={at === 0}
        onPress={() => steps.goTo(at - 1)}
      />
      <span className="small secondary" role="status">
        {previewPlaceLabel(at, count)}
      </span>
      <Button
        size="small"
        icon="right"
        aria-label={labels.next}
        pending={!hasNext && isReadingOn}
        isDisabled={!hasNext}
        onPress={() => steps.goTo(at + 1)}
      />
    </span>
  );
}

type ShownProps = { steps: PreviewSteps; picture: BlastPicture | undefined };

function Shown({ steps, picture }: ShownProps) {
  const { preview, problem, isRead, isSearching } = steps;
  if (problem) {
    return (
      <ErrorState
        title={labels.loadFailed}
        problem={problem}
        onRetry={steps.onRetry}
        pending={steps.pending}
      />
    );
  }
  if (preview) {
    return (
      <div className="stack" aria-busy={isSearching}>
        <PreviewedPhone preview={preview} picture={picture} />
      </div>
    );
  }
  if (!isRead || isSearching) return <Skeleton wide="100%" high="240px" />;
  return <p className="secondary">{labels.noMatches}</p>;
}

type Props = { id: string; recipientCount: number; picture: BlastPicture | undefined };

/** Previews the text for each recipient. */
export function PhonePreview({ id, recipientCount, picture }: Props) {
  const steps = usePreviewSteps(id, recipientCount);
  return (
    <aside className="stack stack--loose blast-aside" aria-label={labels.title}>
      <div className="row row--between">
        <h2 className="panel-title">{labels.heading}</h2>
        {recipientCount > 0 && steps.preview ? <Steps steps={steps} /> : null}
      </div>
      {recipientCount > 1 ? (
        <SearchField
          label={labels.search}
          hideLabel
          placeholder={labels.searchHint}
          value={steps.query}
          onChange={steps.setQuery}
          maxLength={100}
        />
      ) : null}
      {recipientCount > 0 ? (
        <Shown steps={steps} picture={picture} />
      ) : (
        <p className="secondary">{labels.nothingToPreview}</p>
      )}
      {recipientCount > 0 ? <TestButton id={id} /> : null}
    </aside>
  );
}
