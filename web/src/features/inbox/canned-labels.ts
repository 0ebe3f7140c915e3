// Copy of canned replies.

export const cannedLabels = {
  matches: (shortcut: string) => `Canned replies for “/${shortcut}”`,
  noMatch: "No canned reply matches.",
  none: "No canned replies yet. Write one that your team can insert by typing /.",
  enterKey: "Enter",
  insert: "insert",
  manage: "Manage canned replies",
  replaceFirst: (blank: string) => `Replace ${blank} before you send this.`,
  create: "New canned reply",
  edit: "Edit canned reply",
  save: "Save reply",
  saved: "Canned reply saved.",
  editNamed: (title: string) => `Edit ${title}`,
  deleteNamed: (title: string) => `Delete ${title}`,
  deleted: "Canned reply deleted.",
  title: "Title",
  shortcut: "Shortcut, without the slash",
  text: "Text",
  fields:
    "{{first_name}}, {{unit}}, {{community_name}} and {{staff_name}} are filled in when you insert it.",
} as const;
