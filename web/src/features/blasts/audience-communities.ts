import { useSession } from "../../entities/session/session";
import type { Audience } from "../../gen/parlor/v1/audience_pb";
import type { BlastAudience } from "../../gen/parlor/v1/blast_pb";
import { useAudiences } from "./queries";

function communityIdsOf(source: Audience["source"] | undefined): readonly string[] {
  if (source?.case === "filter") return source.value.communityIds;
  return source?.case === "list" ? [source.value.communityId] : [];
}

/** Returns a function that returns the names of an audience's communities. */
export function useAudienceCommunities() {
  const communities = useSession().user.textCommunitiesMapping;
  const { rows } = useAudiences();
  return (source: BlastAudience["source"] | undefined): string[] => {
    const ids =
      source?.case === "filter"
        ? source.value.communityIds
        : communityIdsOf(rows?.find(({ id }) => id === source?.value)?.source);
    return communities.filter(({ value }) => ids.includes(value)).map(({ label }) => label);
  };
}
