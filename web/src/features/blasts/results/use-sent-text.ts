import { useSession } from "../../../entities/session/session";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { addedSender } from "../added-sender";
import { useAudienceCommunities } from "../audience-communities";
import { readableText } from "../readable-text";

/** Returns the text of a blast as recipients get it, except for the details of a person. */
export function useSentText({ body, audience }: Blast): string {
  const { actingCompanyName } = useSession().entitlements;
  const communities = useAudienceCommunities()(audience?.source);
  const sender = addedSender(body, actingCompanyName, communities);
  return readableText(sender ? `{{community}}: ${body}` : body, communities);
}
