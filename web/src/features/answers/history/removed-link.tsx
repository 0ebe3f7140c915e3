import { Suspense, useState } from "react";
import { part } from "../../../lib/load";
import { Button } from "../../../ui";

const Removed = part(() => import("./removed"));

/** Below what is there, also where that is nothing. */
export function RemovedLink({ communityId }: { communityId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <p className="unanswered__note">
      <Button variant="link" size="small" onPress={() => setOpen(true)}>
        Removed answers
      </Button>
      {open ? (
        <Suspense>
          <Removed communityId={communityId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </p>
  );
}
