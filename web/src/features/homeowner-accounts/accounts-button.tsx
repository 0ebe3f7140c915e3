import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Button } from "../../ui";
import { buttonLabels } from "./button-labels";

const AccountsSheet = lazyWithReload(() => import("./accounts-sheet"));

/** URL parameter that opens the accounts with an initial search. */
const wordsParam = "accounts";

/** Opens the homeowner accounts of a community, which load on the first press. */
export function AccountsButton({ community }: { community: TextCommunity }) {
  const [params, setParams] = useSearchParams();
  const words = params.get(wordsParam);
  const [pressed, setOpen] = useState(false);
  const open = pressed || words !== null;
  const close = () => {
    setOpen(false);
    if (words === null) return;
    const others = new URLSearchParams(params);
    others.delete(wordsParam);
    setParams(others, { replace: true });
  };
  return (
    <>
      <Button icon="people" aria-label={buttonLabels.title} onPress={() => setOpen(true)}>
        <span className="copy__word">{buttonLabels.accounts}</span>
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <AccountsSheet key={words} community={community} words={words ?? ""} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
