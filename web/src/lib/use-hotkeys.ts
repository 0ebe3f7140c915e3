import { useEffect, useRef } from "react";
import { isShortcut } from "./keyboard";
import type { ShortcutGroup, ShortcutKey } from "./shortcuts";

/**
 * Registers the shortcuts that `shortcuts` lists for a part of a screen. They are off while the
 * user types, and when `keys` is unset.
 */
export function useHotkeys<G extends ShortcutGroup>(
  _group: G,
  keys: Record<ShortcutKey<G>, () => void> | undefined,
) {
  const latest = useRef<Record<string, () => void> | undefined>(keys);
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
