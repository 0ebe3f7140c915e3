import { toastError } from "../../../forms/toast-error";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { Button } from "../../../ui";
import { maxTitleLength } from "../draft/draft";
import { useCreateBlast } from "../queries";
import { askTitle, consentLabels } from "./labels";

type Props = { blast: Blast; onAsk: (id: string) => void };

/** Creates a draft that asks recipients without consent for their consent. */
export function AskConsentButton({ blast, onAsk }: Props) {
  const creating = useCreateBlast();
  const ask = () => {
    const { title, audience } = blast;
    if (!audience) return;
    creating.mutate(
      { title: askTitle(title, maxTitleLength), body: "", audience, asksConsent: true },
      { onSuccess: ({ blast: made }) => made && onAsk(made.id), onError: toastError },
    );
  };
  return (
    <Button size="small" pending={creating.isPending} onPress={ask}>
      {consentLabels.ask}
    </Button>
  );
}
