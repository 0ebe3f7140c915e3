// A step of a macro, in any channel.

import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import type { MacroSteps } from "../../gen/parlor/v1/macro_service_pb";

/** Reverts a completed step. */
export type Undo = () => Promise<unknown>;
export type Step = () => Promise<Undo | undefined>;

const hour = 3_600_000;
export const snoozeTime = ({ snoozeHours }: MacroSteps) =>
  timestampFromDate(new Date(Date.now() + snoozeHours * hour));

/** Sets the priority of an item; undo sets it back to what it was. */
export function priorityStep(
  setPriority: (request: { id: string; priority: InboxPriority }) => Promise<unknown>,
  id: string,
  before: InboxPriority,
  steps: MacroSteps,
): Step {
  return async () => {
    await setPriority({ id, priority: steps.priority });
    return () => setPriority({ id, priority: before });
  };
}
