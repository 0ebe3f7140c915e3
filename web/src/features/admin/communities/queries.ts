// What the administration of communities reads and writes.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../../api/listing";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";

const admin = CommunityAdminService.method;

/** Which communities are listed, as the URL says it. */
export const listFilters = ["", "requests", "deleted", "unattached"] as const;
export type Filter = (typeof listFilters)[number];

export function useCommunityList(companyId: string, show: Filter, find: string) {
  return useInfiniteQuery(
    admin.listCommunities,
    {
      companyId: show === "unattached" ? "" : companyId,
      query: find,
      archived: show === "deleted",
      withoutCompany: show === "unattached",
      pageToken: "",
    },
    { ...pagination, enabled: show !== "requests" },
  );
}

export function useCommunityRequests(companyId: string) {
  return useInfiniteQuery(admin.listCommunityRequests, { companyId, pageToken: "" }, pagination);
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
export function useRefresh() {
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

export function useUpdateCommunity() {
  return useMutation(admin.updateCommunity, { onSettled: useRefresh() });
}

export function useDeleteCommunity() {
  return useMutation(admin.deleteCommunity, { onSettled: useRefresh() });
}

export function useRestoreCommunity() {
  return useMutation(admin.restoreCommunity, { onSettled: useRefresh() });
}

export function useDecideRequest() {
  return useMutation(admin.decideCommunityRequest, { onSettled: useRefresh() });
}

export function useSetTraining() {
  return useMutation(CommunityService.method.setTraining, { onSettled: useRefresh() });
}
