import { Suspense, useState } from "react";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Button } from "../../ui";

const AccountsSheet = lazyWithReload(() => import("./accounts-sheet"));

/** Opens the homeowner accounts of a community, which load on the first press. */
export function AccountsButton({ community }: { community: TextCommunity }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="people" aria-label="Homeowner accounts" onPress={() => setOpen(true)}>
        <span className="copy__word">Accounts</span>
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <AccountsSheet community={community} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
