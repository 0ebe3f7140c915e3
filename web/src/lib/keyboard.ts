const noShortcuts = "[data-shortcuts=off]";

/** Whether a key was meant for a field, or for a notice in place of a field, so that it is no shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (!target?.closest) return false;
  if (target.closest("[role=dialog], [role=menu], [role=listbox]")) return true;
  if (target.closest(noShortcuts)) return true;
  return Boolean(
    target.closest("textarea, select, [contenteditable=true]") ||
      target.closest("input:not([type=checkbox], [type=radio])"),
  );
}

/** A plain key, without Ctrl, Alt or Cmd, and not while typing. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return false;
  return event.key.toLowerCase() === key;
}
