import { Suspense, useState } from "react";
import type { Draft } from "../../gen/parlor/v1/draft_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Button, Menu } from "../../ui";
import { sharingLabels } from "./sharing-labels";
import { useCopy } from "./use-copy";
import { isActive } from "./use-live-draft";
import { useSharing } from "./use-sharing";

/** Loaded when it is opened. */
const ShareDialog = lazyWithReload(() => import("./share-dialog"));

type Props = { draft: Draft; onCopied: (id: string) => void };

/** The further actions on a draft of the user: sharing and copying. */
export function ShareMenu({ draft, onCopied }: Props) {
  const { change } = useSharing();
  const copying = useCopy(onCopied);
  const [isAsking, setAsking] = useState(false);
  const share = draft.sharedAt
    ? { label: sharingLabels.stopSharing, onAction: () => void change(draft, false) }
    : { label: sharingLabels.share, onAction: () => setAsking(true) };
  return (
    <>
      <Menu
        label={sharingLabels.more}
        items={[
          { id: "share", icon: "people", ...share },
          {
            id: "copy",
            label: sharingLabels.makeCopy,
            icon: "copy",
            disabled: isActive(draft),
            onAction: () => copying.copy(draft.id),
          },
        ]}
        trigger={
          <Button variant="quiet" size="small" icon="dots" aria-label={sharingLabels.more} />
        }
      />
      {isAsking ? (
        <Suspense fallback={null}>
          <ShareDialog draft={draft} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
