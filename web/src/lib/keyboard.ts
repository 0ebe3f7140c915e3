const noShortcuts = "[data-shortcuts=off]";

/** Whether a key was typed in a field, or in a notice that replaces one, and is not a shortcut. */
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

/** Whether a key was pressed without Ctrl, Alt or Cmd, outside of fields. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return false;
  return event.key.toLowerCase() === key;
}
