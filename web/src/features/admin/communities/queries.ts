// Queries and mutations of the communities section.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { pagination } from "../../../api/listing";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { EscalationService } from "../../../gen/parlor/v1/escalation_service_pb";

const admin = CommunityAdminService.method;

/** Values of the list filter in the URL. */
export const listFilters = ["", "deleted", "unattached"] as const;
export type Filter = (typeof listFilters)[number];

/** Maximum communities of a page. */
const pageSize = 200;

/**
 * Lists communities. `isWhole` loads every page, which sorting and filtering in the browser need.
 */
export function useCommunityList(companyId: string, show: Filter, find: string, isWhole: boolean) {
  const query = useInfiniteQuery(
    admin.listCommunities,
    {
      companyId: show === "unattached" ? "" : companyId,
      query: find,
      archived: show === "deleted",
      withoutCompany: show === "unattached",
      limit: pageSize,
      pageToken: "",
    },
    pagination,
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // Each page is requested after the one before it.
  useEffect(() => {
    if (isWhole && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isWhole, hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}

/** Maximum escalations that are counted by community. */
const maxCounted = 200;

/** Returns the number of open escalations of a community; unset while it is unknown. */
export function useOpenEscalations(): (communityId: string) => string | undefined {
  const { data } = useQuery(EscalationService.method.listEscalations, { limit: maxCounted });
  return (communityId) => {
    if (!data) return undefined;
    const own = data.escalations.filter((escalation) => escalation.communityId === communityId);
    // Other pages of a longer list may contain more escalations of the community.
    return data.nextPageToken ? `${own.length}+` : String(own.length);
  };
}

export function useCommunityRequests(companyId: string) {
  return useInfiniteQuery(admin.listCommunityRequests, { companyId, pageToken: "" }, pagination);
}

/** Loads a community that a link names and the list does not contain. */
export function useCommunity(id: string, enabled: boolean) {
  return useQuery(CommunityService.method.getCommunity, { id }, { enabled: enabled && id !== "" });
}

/** Loads all companies, for platform administrators. */
export function useCompanies(enabled: boolean): readonly Company[] {
  const query = useQuery(CompanyService.method.listCompanies, { limit: 200 }, { enabled });
  return query.data?.companies ?? [];
}

/** Loads all companies as options, for platform administrators. */
export function useAllCompanies(enabled: boolean) {
  return useCompanies(enabled).map(({ id, name }) => ({ value: id, label: name }));
}

/** Returns a function that refreshes lists and pickers of communities. */
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
