/**
 * Focuses the element with the given ID. In a text field the caret is placed at the end. A notice
 * in place of a field carries `data-shortcuts="off"`, so that typed letters trigger no shortcuts.
 */
export function focusAtEnd(id: string) {
  const element = document.getElementById(id);
  element?.focus();
  if (!(element instanceof HTMLTextAreaElement)) return;
  element.setSelectionRange(element.value.length, element.value.length);
}
