// Copy of notes for staff.

export const labels = {
  notes: "Notes",
  noteCount: (count: number) => {
    if (count === 0) return "Notes";
    return count === 1 ? "1 note" : `${count} notes`;
  },
  delete: "Delete note",
  newNote: "New note",
  placeholder: "Write a note for your team",
  empty: "Write a note first",
  add: "Add note",
  hint: "Only staff can see notes.",
} as const;
