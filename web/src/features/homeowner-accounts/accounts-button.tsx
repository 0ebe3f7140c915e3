import { Suspense, useState } from "react";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { lazyWithReload } from "../../lib/lazy";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";
import { Button } from "../../ui";
import { buttonLabels } from "./button-labels";

const AccountsSheet = lazyWithReload(() => import("./accounts-sheet"));

/** URL parameter that opens the accounts with an initial search. */
const wordsParam = "accounts";

/** The other parameters belong to the screen of the button. */
const codec: UrlStateCodec<{ words: string | null }> = {
  read: (params) => ({ words: params.get(wordsParam) }),
  write: ({ words }, before) => {
    const after = new URLSearchParams(before);
    if (words === null) after.delete(wordsParam);
    else after.set(wordsParam, words);
    return after;
  },
};

/** Opens the homeowner accounts of a community, which load on the first press. */
export function AccountsButton({ community }: { community: TextCommunity }) {
  const [{ words }, setUrlState] = useUrlState(codec, { replace: true });
  const [pressed, setOpen] = useState(false);
  const open = pressed || words !== null;
  const close = () => {
    setOpen(false);
    if (words !== null) setUrlState({ words: null });
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
