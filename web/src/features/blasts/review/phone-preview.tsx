import { useState } from "react";
import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import type { BlastPreview } from "../../../gen/parlor/v1/blast_service_pb";
import { formatPhone, residentName } from "../../../lib/names";
import { Button, CommunityAvatar, toast, UnitPlate } from "../../../ui";
import { countLabel } from "../labels";
import { useSendTest } from "../queries";

type Props = { id: string; previews: readonly BlastPreview[]; recipientCount: number };

/** Sends the text to one's own phone. */
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

function PreviewedPhone({ preview }: { preview: BlastPreview }) {
  const { recipient, text, segments } = preview;
  const { communityLabel = "", name = "", phone = "", unit = "" } = recipient ?? {};
  return (
    <div className="phone blast-phone">
      <div className="phone__head">
        <CommunityAvatar name={communityLabel} size="small" />
        <p className="small strong">{communityLabel}</p>
      </div>
      <div className="phone__thread thread">
        <div className="message message--staff">
          <p className="message__bubble">{text}</p>
          <p className="message__meta">
            {countLabel(segments, "segment")} · {countLabel(text.length, "character")}
          </p>
        </div>
      </div>
      <p className="phone__compose row--wrap small">
        <UnitPlate unit={unit} /> {residentName(name, phone)}
        {name ? ` · ${formatPhone(phone)}` : ""}
      </p>
    </div>
  );
}

/** The text as a few people get it. */
export function PhonePreview({ id, previews, recipientCount }: Props) {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, previews.length - 1));
  const preview = previews[at];
  return (
    <aside className="stack stack--loose blast-aside" aria-label="Preview">
      <div className="row row--between">
        <h2 className="panel-title">As they see it</h2>
        {previews.length > 1 ? (
          <span className="row">
            <Button
              size="small"
              icon="left"
              aria-label="Previous person"
              isDisabled={at === 0}
              onPress={() => setChosen(at - 1)}
            />
            <span className="small secondary">
              {at + 1} of {previews.length}
            </span>
            <Button
              size="small"
              icon="right"
              aria-label="Next person"
              isDisabled={at === previews.length - 1}
              onPress={() => setChosen(at + 1)}
            />
          </span>
        ) : null}
      </div>
      {preview ? (
        <PreviewedPhone preview={preview} />
      ) : (
        <p className="secondary">No one gets the text, so there's nothing to show.</p>
      )}
      {recipientCount > 0 ? <TestButton id={id} /> : null}
    </aside>
  );
}
