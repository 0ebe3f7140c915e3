import { useHotkeys } from "../../lib/use-hotkeys";
// The type only, so that the texts load with the list of shortcuts.
import type { ShortcutGroup, ShortcutKey } from "./shortcut-labels";

/** Registers the shortcuts that are listed for a part of a screen. They are off without `keys`. */
export function useShortcuts<G extends ShortcutGroup>(
  _group: G,
  keys: Record<ShortcutKey<G>, () => void> | undefined,
) {
  useHotkeys(keys);
}
