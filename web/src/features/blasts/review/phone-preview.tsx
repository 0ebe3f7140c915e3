import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import type { BlastPicture } from "../../../gen/parlor/v1/blast_pb";
import { formatPhone } from "../../../lib/names";
import { Button, ErrorState, SearchField, Skeleton, toast } from "../../../ui";
import { previewPlaceLabel } from "../labels";
import { useSendTest } from "../queries";
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
          toast.success({ title: "Test sent.", text: `It goes to ${formatPhone(phone)}.` }),
        onError: toastError,
      },
    );
  return (
    <div className="stack stack--tight">
      <Button icon="phone" pending={sending.isPending} isDisabled={!user.phone} onPress={send}>
        Send test to my phone
      </Button>
      {user.phone ? null : (
        <p className="caption">Add a phone number to your profile to send a test.</p>
      )}
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
        aria-label="Previous person"
        isDisabled={at === 0}
        onPress={() => steps.goTo(at - 1)}
      />
      <span className="small secondary" role="status">
        {previewPlaceLabel(at, count)}
      </span>
      <Button
        size="small"
        icon="right"
        aria-label="Next person"
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
        title="Couldn't show the text"
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
  return <p className="secondary">No recipients match.</p>;
}

type Props = { id: string; recipientCount: number; picture: BlastPicture | undefined };

/** Previews the text for each recipient. */
export function PhonePreview({ id, recipientCount, picture }: Props) {
  const steps = usePreviewSteps(id, recipientCount);
  return (
    <aside className="stack stack--loose blast-aside" aria-label="Preview">
      <div className="row row--between">
        <h2 className="panel-title">As they see it</h2>
        {recipientCount > 0 && steps.preview ? <Steps steps={steps} /> : null}
      </div>
      {recipientCount > 1 ? (
        <SearchField
          label="Find a person"
          hideLabel
          placeholder="Name, unit or phone"
          value={steps.query}
          onChange={steps.setQuery}
          maxLength={100}
        />
      ) : null}
      {recipientCount > 0 ? (
        <Shown steps={steps} picture={picture} />
      ) : (
        <p className="secondary">No one gets the text, so there's nothing to show.</p>
      )}
      {recipientCount > 0 ? <TestButton id={id} /> : null}
    </aside>
  );
}
