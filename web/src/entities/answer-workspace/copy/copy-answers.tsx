import { Suspense, useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { Button } from "../../../ui";
import { labels } from "./labels";

const CopyDialog = lazyWithReload(() => import("./copy-dialog"));

type Props = { communityId: string; answers: readonly Answer[] };

/** Button that copies answers to other communities. The dialog loads when it is pressed. */
export function CopyAnswers({ communityId, answers }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="copy"
        aria-label={labels.copyToCommunities}
        reason={answers.length === 0 ? labels.noAnswers : undefined}
        onPress={() => setOpen(true)}
      >
        <span className="copy__word">{labels.copyToCommunities}</span>
      </Button>
      {open ? (
        <Suspense>
          <CopyDialog communityId={communityId} answers={answers} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
