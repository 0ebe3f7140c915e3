// Copy of macros.

import { type Macro, MacroStatus } from "../../gen/parlor/v1/macro_service_pb";

export const macroLabels = {
  title: "Macros",
  manage: "Manage macros",
  create: "New macro",
  edit: "Edit macro",
  save: "Save macro",
  saved: "Macro saved.",
  editNamed: (name: string) => `Edit ${name}`,
  deleteNamed: (name: string) => `Delete ${name}`,
  deleted: "Macro deleted.",
  none: "No macros yet. A macro assigns, replies and resolves with one click.",
  name: "Name",
  assignsToSelf: "Assign to the person who runs it",
  assignee: "Assign emails and web chats to",
  noAssignee: "No one",
  assigneeHint: "Texts can only be assigned to the person who runs the macro.",
  reply: "Reply",
  unchanged: "No change",
  priority: "Priority",
  status: "Status",
  resolve: "Resolve",
  snooze: "Snooze",
  snoozeHours: "Hours to snooze",
  fields:
    "{{first_name}}, {{unit}}, {{community_name}} and {{staff_name}} are filled in when it runs.",
  ran: (name: string) => `Ran “${name}”.`,
  notRun: (name: string) => `Couldn't run “${name}”.`,
  notForTexts: "Not for texts",
  notForChats: "Not for web chats",
  unknown: (blank: string) => `Its reply uses ${blank}, but there's no value for it here.`,
} as const;

/** "Assigns to you, replies and resolves". */
export function stepsLabel({ steps, assigneeName }: Macro): string {
  const done = [
    steps?.assignsToSelf ? "assigns to you" : assigneeName ? `assigns to ${assigneeName}` : "",
    steps?.priority ? "sets the priority" : "",
    steps?.reply ? "replies" : "",
    steps?.status === MacroStatus.RESOLVED ? "resolves" : "",
    steps?.status === MacroStatus.SNOOZED ? `snoozes for ${steps.snoozeHours} hr` : "",
  ].filter(Boolean);
  const words = new Intl.ListFormat("en").format(done);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
