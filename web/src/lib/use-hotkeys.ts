import { useEffect, useRef } from "react";
import { isShortcut } from "./keyboard";

/** Plain keys of a screen. They rest while somebody writes. */
export function useHotkeys(keys: Record<string, () => void>) {
  const latest = useRef(keys);
  latest.current = keys;
  // The keyboard is outside of React.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const key = event.key.toLowerCase();
      const act = latest.current[key];
      if (!act || event.defaultPrevented || !isShortcut(event, key)) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
