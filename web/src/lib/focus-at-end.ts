/** Puts the caret behind what stands in a field, to write on from there. */
export function focusAtEnd(id: string) {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
