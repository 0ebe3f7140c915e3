// Copy of audiences: of a draft, saved ones, and lists of recipients.

import type { Audience } from "../../gen/parlor/v1/audience_pb";
import { countLabel } from "../../lib/count-label";

export const audienceLabels = {
  name: "Name",
  nameTaken: "Another audience has this name.",
  saved: "Audience saved.",
  communities: "Communities",
  noCommunities: "You have no communities yet. Ask an administrator to add you to one.",
  communityMissing: "Choose at least one community.",
} as const;

/** Describes who is in a saved audience. */
export function audienceLabel({ source }: Audience): string {
  if (source.case === "list") {
    return `List · ${countLabel(source.value.memberCount, "recipient", "recipients")}`;
  }
  return countLabel(source.value?.communityIds.length ?? 0, "community", "communities");
}
