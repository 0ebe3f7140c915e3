import { useSession } from "../../../entities/session/session";
import { addedSender } from "../added-sender";
import { useAudienceCommunities } from "../audience-communities";
import type { DraftValues } from "../draft/draft";

/** Returns the sender that is prepended to the text of a draft; empty if none is. */
export function useAddedSender({ body, audience: { source } }: DraftValues): string {
  const { actingCompanyName } = useSession().entitlements;
  return addedSender(body, actingCompanyName, useAudienceCommunities()(source));
}
