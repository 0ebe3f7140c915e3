import { pagedList, useAllPages } from "../../api/use-all-pages";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";

const list = pagedList(CommunityService.method.listTurboCommunities, "communities");

/** Loads all communities of the user, sorted by label. */
export function useCommunities(enabled = true) {
  return useAllPages(list, {}, { enabled });
}
