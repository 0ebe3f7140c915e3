import { useSession } from "../../../entities/session/session";
import type { Audience } from "../../../gen/parlor/v1/audience_pb";
import type { DraftValues } from "../draft/draft";
import { useAudiences } from "../queries";
import { addedSender } from "./added-sender";

function communityIdsOf(source: Audience["source"] | undefined): readonly string[] {
  if (source?.case === "filter") return source.value.communityIds;
  return source?.case === "list" ? [source.value.communityId] : [];
}

/** Returns the sender that is prepended to the text of a draft; empty if none is. */
export function useAddedSender({ body, audience: { source } }: DraftValues): string {
  const { entitlements, user } = useSession();
  const { rows } = useAudiences();
  const ids =
    source.case === "filter"
      ? source.value.communityIds
      : communityIdsOf(rows?.find(({ id }) => id === source.value)?.source);
  const communities = user.textCommunitiesMapping.filter(({ value }) => ids.includes(value));
  return addedSender(
    body,
    entitlements.actingCompanyName,
    communities.map(({ label }) => label),
  );
}
