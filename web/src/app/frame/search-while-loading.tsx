import { useLayoutEffect, useState } from "react";
import { readToken } from "../../api/session-token";
import { Icon } from "../../ui";
import { loadingLabels } from "./loading-labels";
import { isSearchKey } from "./use-global-keys";

/** State of the search before the palette loaded, which then continues it. */
export const loadingSearch = { open: false, words: "", entered: false };

export function resetLoadingSearch(): void {
  Object.assign(loadingSearch, { open: false, words: "", entered: false });
}

/** Takes over the text of another such field, in which the user may have typed meanwhile. */
function takeOver(input: HTMLInputElement | null) {
  if (!input) return;
  input.value = loadingSearch.words;
  input.focus();
}

/** Stands in for the palette's field while it loads, and keeps what is typed. */
export function LoadingSearch({ onClose }: { onClose: () => void }) {
  return (
    <div className="scrim scrim--high">
      <dialog
        open
        className="dialog palette palette--loading"
        aria-label={loadingLabels.search}
        aria-busy="true"
      >
        <div className="palette__field">
          <Icon name="find" />
          <input
            ref={takeOver}
            type="search"
            className="palette__input"
            aria-label={loadingLabels.searchField}
            placeholder={loadingLabels.searchHint}
            onChange={(event) => {
              loadingSearch.words = event.target.value;
              loadingSearch.entered = false;
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") loadingSearch.entered = true;
              if (event.key !== "Escape") return;
              event.stopPropagation();
              onClose();
            }}
          />
        </div>
        <p className="palette__none" role="status">
          {loadingLabels.loadingSearch}
        </p>
      </dialog>
    </div>
  );
}

/** Opens the search with Ctrl or Cmd-K while the page loads, for a signed-in user. */
export function LoadingSearchShortcut() {
  const [open, setOpen] = useState(loadingSearch.open);
  // A layout effect, so that no key is lost between this and the frame.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || readToken() === null) return;
      event.preventDefault();
      loadingSearch.open = true;
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const close = () => {
    resetLoadingSearch();
    setOpen(false);
  };
  return open ? <LoadingSearch onClose={close} /> : null;
}
