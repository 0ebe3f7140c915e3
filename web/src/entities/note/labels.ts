/** Why a note cannot be added. */
export const emptyNote = "Write a note first";

/** "Notes", "1 note", "3 notes". */
export function notesLabel(count: number): string {
  if (count === 0) return "Notes";
  return count === 1 ? "1 note" : `${count} notes`;
}
