// Queries and mutations of the communities section.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../../api/listing";
import { pagedList, useAllPages } from "../../../api/use-all-pages";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { EscalationService } from "../../../gen/parlor/v1/escalation_service_pb";

const admin = CommunityAdminService.method;

/** Values of the list filter in the URL. */
export const listFilters = ["", "deleted", "unattached"] as const;
export type Filter = (typeof listFilters)[number];

const communities = pagedList(admin.listCommunities, "communities");
const companies = pagedList(CompanyService.method.listCompanies, "companies");

/** Loads all communities of a list, because they are sorted and filtered in the browser. */
export function useCommunityList(companyId: string, show: Filter, find: string) {
  return useAllPages(communities, {
    companyId: show === "unattached" ? "" : companyId,
    query: find,
    archived: show === "deleted",
    withoutCompany: show === "unattached",
  });
}

/** The number of open escalations of a community, or a part of them if it is capped. */
export type OpenEscalations = { count: number; isCapped: boolean };

/** Returns the number of open escalations of a community; unset while it is unknown. */
export function useOpenEscalations(): (communityId: string) => OpenEscalations | undefined {
  const { data } = useQuery(EscalationService.method.countEscalationsByCommunity, {});
  if (!data) return () => undefined;
  const { isCapped } = data;
  const counts = new Map(data.counts.map(({ communityId, open }) => [communityId, open]));
  return (communityId) => {
    const count = counts.get(communityId);
    // Those of a community without a count may be beyond the cap.
    if (count === undefined && isCapped) return undefined;
    return { count: count ?? 0, isCapped };
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
  return useAllPages(companies, {}, { enabled }).data ?? [];
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
