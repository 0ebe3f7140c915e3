/**
 * Focuses the element with the given id. In a text field the caret is placed behind the text.
 * A notice in place of a field carries `data-shortcuts="off"`, so that typed letters have no effect.
 */
export function focusAtEnd(id: string) {
  const element = document.getElementById(id);
  element?.focus();
  if (!(element instanceof HTMLTextAreaElement)) return;
  element.setSelectionRange(element.value.length, element.value.length);
}
