import { useEffect, useRef } from "react";
import { isShortcut } from "./keyboard";

/** Runs actions by key. They are off while the user types, and when `keys` is unset. */
export function useHotkeys(keys: Readonly<Record<string, () => void>> | undefined) {
  const latest = useRef(keys);
  latest.current = keys;
  // The keyboard is external to React.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const key = event.key.toLowerCase();
      const act = latest.current?.[key];
      if (!act || event.defaultPrevented || !isShortcut(event, key)) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
