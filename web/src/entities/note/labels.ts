/** Why a note cannot be added. */
export const emptyNote = "Write a note first";

/** "Notes", "1 note", "3 notes". */
export function notesLabel(count: number): string {
  if (count === 0) return "Notes";
  return count === 1 ? "1 note" : `${count} notes`;
}

export const labels = {
  notes: "Notes",
  deleteNote: "Delete note",
  newNote: "New note",
  writeNoteTeam: "Write a note for your team",
  addNote: "Add note",
  onlyStaffCanSeeNotes: "Only staff can see notes.",
} as const;
