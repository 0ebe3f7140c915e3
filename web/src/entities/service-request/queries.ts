// What service requests are read and changed with.

import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { pagination, toListing } from "../../api/listing";
import {
  type ServiceRequestFilterSchema,
  ServiceRequestOrder,
  ServiceRequestService,
} from "../../gen/parlor/v1/service_request_service_pb";

const methods = ServiceRequestService.method;

/** Which requests are listed; unset criteria do not limit. */
export type RequestFilter = Omit<MessageInitShape<typeof ServiceRequestFilterSchema>, "$typeName">;

/** The requests that meet a filter, page by page; newest first unless an order is given. */
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

/** Numbers of requests by state; of one community, or of all. */
export function useServiceRequestCounts(communityId = "") {
  return useQuery(
    methods.countServiceRequests,
    { communityId },
    { placeholderData: keepPreviousData },
  );
}

/** A request with its photos, its activities and the actions that the user may take. */
export function useServiceRequest(id: string) {
  return useQuery(methods.getServiceRequest, { id }, { enabled: id !== "" });
}

type Similar = { communityId: string; unit: string; title: string };

/** Open requests of the same unit that share words with the title. */
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

/** Users to whom requests can be assigned. */
export function useServiceRequestAssignees() {
  return useQuery(methods.listServiceRequestAssignees, {}, { staleTime: 300_000 });
}

/** After a change the open request is read again before the change counts as done. */
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

/** A refused change may be based on an old version: it is read again as well. */
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

/** Has a CSV file of the requests of a filter written; each press is a file of its own. */
export function useExportServiceRequests(filter: RequestFilter) {
  const { data, mutate, reset, ...rest } = useMutation(methods.exportServiceRequests);
  return { ...rest, link: data, onExport: () => mutate({ filter }), onDismiss: reset };
}
