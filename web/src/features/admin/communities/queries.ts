// What the administration of communities reads and writes.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { pagesOf } from "../../../rpc/listing";

const admin = CommunityAdminService.method;

/** Which communities are listed, as the URL says it. */
export const shows = ["", "requests", "deleted", "unattached"] as const;
export type Show = (typeof shows)[number];

export function useCommunityList(companyId: string, show: Show, find: string) {
  return useInfiniteQuery(
    admin.listCommunities,
    {
      companyId: show === "unattached" ? "" : companyId,
      searchQuery: find,
      archived: show === "deleted",
      withoutCompany: show === "unattached",
      pageToken: "",
    },
    { ...pagesOf, enabled: show !== "requests" },
  );
}

export function useWishes(companyId: string) {
  return useInfiniteQuery(admin.listCommunityRequests, { companyId, pageToken: "" }, pagesOf);
}

/** One that is not in the list: by a link. */
export function useCommunity(id: string, enabled: boolean) {
  return useQuery(CommunityService.method.getCommunity, { id }, { enabled: enabled && id !== "" });
}

/** For those who run the platform: every company, to choose from. */
export function useAllCompanies(enabled: boolean) {
  const query = useQuery(CompanyService.method.listCompanies, { limit: 200 }, { enabled });
  return (query.data?.companies ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

/** Pickers and lists show at once what was changed here. */
export function useReadAgain() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [CommunityAdminService, CommunityService].map((schema) =>
        client.invalidateQueries({
          queryKey: createConnectQueryKey({ schema, cardinality: undefined }),
        }),
      ),
    );
}

export function useChange() {
  return useMutation(admin.updateCommunity, { onSettled: useReadAgain() });
}

export function useDelete() {
  return useMutation(admin.deleteCommunity, { onSettled: useReadAgain() });
}

export function useRestore() {
  return useMutation(admin.restoreCommunity, { onSettled: useReadAgain() });
}

export function useDecide() {
  return useMutation(admin.decideCommunityRequest, { onSettled: useReadAgain() });
}

export function useTraining() {
  return useMutation(CommunityService.method.setTraining, { onSettled: useReadAgain() });
}
