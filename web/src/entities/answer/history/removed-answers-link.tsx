import { Suspense, useState } from "react";
import { lazyWithReload } from "../../../lib/lazy";
import { Button } from "../../../ui";
import { labels } from "../labels";

const RemovedAnswersSheet = lazyWithReload(() => import("./removed-answers-sheet"));

/** Link to removed answers, shown below the list even if that is empty. */
export function RemovedAnswersLink({ communityId }: { communityId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <p className="unanswered__note">
      <Button variant="link" size="small" onPress={() => setOpen(true)}>
        {labels.removedAnswers}
      </Button>
      {open ? (
        <Suspense>
          <RemovedAnswersSheet communityId={communityId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </p>
  );
}
