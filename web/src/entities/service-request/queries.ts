// Queries and mutations of service requests.

import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { pagination, toListing } from "../../api/listing";
import { pagedList, useAllPages } from "../../api/use-all-pages";
import {
  type ServiceRequestFilterSchema,
  ServiceRequestOrder,
  ServiceRequestService,
} from "../../gen/parlor/v1/service_request_service_pb";

const methods = ServiceRequestService.method;

/** Filter of requests. Unset criteria don't limit the list. */
export type RequestFilter = Omit<MessageInitShape<typeof ServiceRequestFilterSchema>, "$typeName">;

/** Loads the requests that match a filter, page by page. Newest first by default. */
export function useServiceRequests(
  filter: RequestFilter,
  limit = 0,
  order: ServiceRequestOrder = ServiceRequestOrder.NEWEST,
) {
  const query = useInfiniteQuery(
    methods.listServiceRequests,
    { ...filter, limit, order, pageToken: "" },
    { ...pagination, placeholderData: keepPreviousData },
  );
  return toListing(query, (page) => page.serviceRequests);
}

/** Loads the number of requests by state, of one community or of all. */
export function useServiceRequestCounts(communityId = "") {
  return useQuery(
    methods.countServiceRequests,
    { communityId },
    { placeholderData: keepPreviousData },
  );
}

/** Loads a request with its photos, its activities and the actions allowed to the user. */
export function useServiceRequest(id: string) {
  return useQuery(methods.getServiceRequest, { id }, { enabled: id !== "" });
}

type Similar = { communityId: string; unit: string; title: string };

/** Loads open requests of the same unit whose titles share words with this one. */
export function useSimilarServiceRequests({ communityId, unit, title }: Similar) {
  return useQuery(
    methods.findSimilarServiceRequests,
    { communityId, unit, title },
    {
      enabled: communityId !== "" && unit !== "" && title !== "",
      placeholderData: keepPreviousData,
    },
  );
}

const assignees = pagedList(methods.listServiceRequestAssignees, "assignees");

/** Loads the users to whom requests can be assigned. */
export function useServiceRequestAssignees() {
  return useAllPages(assignees, {}, { staleTime: 300_000 });
}

/** Refreshes the requests. A change counts as done once the opened request has been refetched. */
export function useRefreshServiceRequests() {
  const client = useQueryClient();
  return async () => {
    for (const queryKey of [
      createConnectQueryKey({ schema: methods.listServiceRequests, cardinality: undefined }),
      createConnectQueryKey({ schema: methods.countServiceRequests, cardinality: undefined }),
    ]) {
      void client.invalidateQueries({ queryKey });
    }
    const queryKey = createConnectQueryKey({
      schema: methods.getServiceRequest,
      cardinality: undefined,
    });
    await client.invalidateQueries({ queryKey });
  };
}

/** Also refreshes after an error, because the change may have been based on an old version. */
const useRefreshOptions = () => ({ onSettled: useRefreshServiceRequests() });

export const useCreateServiceRequest = () =>
  useMutation(methods.createServiceRequest, useRefreshOptions());
export const useUpdateServiceRequest = () =>
  useMutation(methods.updateServiceRequest, useRefreshOptions());
export const useChangeServiceRequestState = () =>
  useMutation(methods.changeServiceRequestState, useRefreshOptions());
export const useApproveServiceRequests = () =>
  useMutation(methods.approveServiceRequests, useRefreshOptions());
export const useAddServiceRequestComment = () =>
  useMutation(methods.addServiceRequestComment, useRefreshOptions());
export const useDecideServiceRequestEstimate = () =>
  useMutation(methods.decideServiceRequestEstimate, useRefreshOptions());
export const useAddServiceRequestPhoto = () =>
  useMutation(methods.addServiceRequestPhoto, useRefreshOptions());
export const useDeleteServiceRequestPhoto = () =>
  useMutation(methods.deleteServiceRequestPhoto, useRefreshOptions());
export const useAddServiceRequestDocument = () =>
  useMutation(methods.addServiceRequestDocument, useRefreshOptions());
export const useDeleteServiceRequestDocument = () =>
  useMutation(methods.deleteServiceRequestDocument, useRefreshOptions());

/** Exports the requests that match a filter as CSV. Each press creates a new file. */
export function useExportServiceRequests(filter: RequestFilter) {
  const { data, mutate, reset, ...rest } = useMutation(methods.exportServiceRequests);
  return { ...rest, link: data, onExport: () => mutate({ filter }), onDismiss: reset };
}
