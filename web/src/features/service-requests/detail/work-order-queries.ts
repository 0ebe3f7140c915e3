// Queries and mutations of work orders.

import { createConnectQueryKey, useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../../api/listing";
import { useRefreshServiceRequests } from "../../../entities/service-request/queries";
import { WorkOrderService } from "../../../gen/parlor/v1/work_order_service_pb";

/** Loads the work orders of a request page by page, newest first. */
export function useWorkOrders(id: string) {
  return useInfiniteQuery(
    WorkOrderService.method.listWorkOrders,
    { id, pageToken: "" },
    pagination,
  );
}

export function useSendWorkOrder() {
  const client = useQueryClient();
  const refresh = useRefreshServiceRequests();
  return useMutation(WorkOrderService.method.sendWorkOrder, {
    onSuccess: async () => {
      const schema = WorkOrderService.method.listWorkOrders;
      void client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema, cardinality: undefined }),
      });
      await refresh();
    },
  });
}
