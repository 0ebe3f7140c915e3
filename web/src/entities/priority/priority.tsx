import type { EscalationPriority } from "../../gen/parlor/v1/escalation_pb";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { Badge, type MenuEntry } from "../../ui";
import { labels, priorityLabels } from "./labels";

/** Priorities that staff can set, highest first. */
const priorityNames = ["URGENT", "HIGH", "NORMAL", "LOW"] as const;
type PriorityName = (typeof priorityNames)[number];

/** The priorities of an enum as the options of a field, highest first. */
export function toPriorityOptions(values: Record<PriorityName, number>) {
  return priorityNames.map((name) => ({
    value: String(values[name]),
    label: priorityLabels[name],
  }));
}

/** Menu entries that set another priority. */
export function priorityMenuEntries<P extends EscalationPriority | InboxPriority>(
  values: Record<PriorityName, P>,
  current: P,
  onSet: (priority: P) => void,
): MenuEntry[] {
  return priorityNames
    .filter((name) => values[name] !== current)
    .map((name) => ({
      id: `priority-${name}`,
      label: labels.set(priorityLabels[name]),
      icon: "sort",
      onAction: () => onSet(values[name]),
    }));
}

/** Whether PriorityBadge shows anything. */
export const hasPriorityBadge = (priority: InboxPriority) =>
  priority !== InboxPriority.UNSPECIFIED && priority !== InboxPriority.NORMAL;

/** Badge of a priority that is not normal. Both enums have the same numbers. */
export function PriorityBadge({ priority }: { priority: EscalationPriority | InboxPriority }) {
  switch (priority) {
    case InboxPriority.URGENT:
      return (
        <Badge tone="danger" icon="danger">
          {priorityLabels.URGENT}
        </Badge>
      );
    case InboxPriority.HIGH:
      return <Badge tone="warning">{labels.high}</Badge>;
    case InboxPriority.LOW:
      return <Badge>{labels.low}</Badge>;
    default:
      return null;
  }
}
