// Copy of the form of an answer, and of conflicts with a colleague's changes.

import { labels as answerLabels } from "../labels";

export const formLabels = {
  addTitle: answerLabels.add,
  newAnswer: "New answer",
  questionTaken: "Another answer already has this question.",
  charactersLeft: (count: number) =>
    count >= 0 ? `${count} characters left` : `${-count} characters too many`,
  unknownPlaceholder: (name: string) =>
    `${name} is sent as written: only {balance}, {unit} and {account} are filled in.`,
  placeholders:
    "{balance}, {unit} and {account} are filled in for verified residents. Your team answers everyone else.",
  sourcePlaceholder: "House rules, p. 12",
  expiresOnHint:
    "After this day, questions go to your team instead. Leave blank if it never expires.",
  neverExpires: "Never expires",
  newSamplesHint: "One per line, in residents' words. They help the bot recognize the question.",
  samplesHint:
    "In residents' words. Press Enter to add one, and remove any that were learned by mistake.",
  learned: "Learned from staff",
  learnedHint: "Learned from staff: residents' texts, which count less until you approve them.",
  approve: "Approve",
  approveSample: (sample: string) => `Approve: ${sample}`,
  removeSample: (sample: string) => `Remove: ${sample}`,
  removals: (count: number) => `${count} will be removed when you save.`,
  keepRemovals: (count: number) => `Keep ${count === 1 ? "it" : "them"}`,
  save: "Save",
  ctrlEnter: "Ctrl ↵",
  cancel: "Cancel",
  esc: "Esc",
  draftHint: "Your draft is saved as you type. The bot uses it once you save.",
  discarded: "Your changes were discarded.",

  conflict: "Changed by two people",
  colleague: "A colleague",
  conflictHint: (name: string) => `${name} changed this answer while you were writing.`,
  theirs: (name: string) => `${name} wrote`,
  mine: "You wrote",
  empty: "Nothing",
  changedByColleague:
    "A colleague changed this answer while you were editing. Their changes are now in the form; save again to keep both.",
  useTheirs: "Use theirs",
  keepMine: "Keep mine",
} as const;
