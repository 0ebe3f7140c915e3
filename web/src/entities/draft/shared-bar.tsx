import type { Draft } from "../../gen/parlor/v1/draft_pb";
import { Button } from "../../ui";
import { labels } from "./labels";
import { sharingLabels } from "./sharing-labels";
import { useCopy } from "./use-copy";
import { isActive } from "./use-live-draft";

type Props = { draft: Draft; onCopied: (id: string) => void };

/** Says who can change a draft that a colleague shares, and copies it. */
export function SharedBar({ draft, onCopied }: Props) {
  const { copy, isPending } = useCopy(onCopied);
  return (
    <footer className="screen-foot">
      <p className="row__grow caption">{sharingLabels.readOnly(draft.ownerName)}</p>
      <Button
        variant="primary"
        icon="copy"
        pending={isPending}
        reason={isActive(draft) ? labels.stillWriting : undefined}
        onPress={() => copy(draft.id)}
      >
        {sharingLabels.makeCopy}
      </Button>
    </footer>
  );
}
