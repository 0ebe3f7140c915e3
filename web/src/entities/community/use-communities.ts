import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQuery } from "@tanstack/react-query";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";

const list = CommunityService.method.listTurboCommunities;
const pageSize = 200;

/** Loads all communities of the user, sorted by label. */
export function useCommunities(enabled = true) {
  const transport = useTransport();
  return useQuery({
    enabled,
    queryKey: createConnectQueryKey({
      schema: list,
      input: { pageToken: "every page" },
      transport,
      cardinality: "finite",
    }) as readonly unknown[],
    queryFn: async ({ signal }) => {
      const all: TextCommunity[] = [];
      let pageToken = "";
      do {
        const page = await callUnaryMethod(
          transport,
          list,
          { limit: pageSize, pageToken },
          { signal },
        );
        all.push(...page.communities);
        pageToken = page.nextPageToken;
      } while (pageToken);
      return all;
    },
  });
}
