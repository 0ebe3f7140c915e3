import { useLayoutEffect } from "react";
import { isTyping } from "../../lib/keyboard";

export type Overlay = "menu" | "palette" | "shortcuts";

/** Whether a key is Ctrl or Cmd-K. */
export function isSearchKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
}

/** Opens the palette with Ctrl or Cmd-K, and the shortcuts with `?`. */
export function useGlobalShortcuts(open: (overlay: Overlay) => void) {
  // A layout effect, so that no key is lost between the frame and its placeholder.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isSearchKey(event)) {
        event.preventDefault();
        open("palette");
      } else if (event.key === "?" && !isTyping(event)) {
        event.preventDefault();
        open("shortcuts");
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
}
