// Queries and mutations of requests in the company's association software.

import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useRefreshServiceRequests } from "../../../entities/service-request/queries";
import { SoftwareRequestService } from "../../../gen/parlor/v1/software_request_service_pb";

/** Loads where a request can be sent, and what became of it there. */
export function useSoftwareRequest(id: string) {
  return useQuery(SoftwareRequestService.method.getSoftwareRequest, { id });
}

export function useSendSoftwareRequest() {
  const client = useQueryClient();
  const refresh = useRefreshServiceRequests();
  return useMutation(SoftwareRequestService.method.sendSoftwareRequest, {
    // A refusal may be due to something that the page does not show yet.
    onSettled: async () => {
      const schema = SoftwareRequestService.method.getSoftwareRequest;
      void client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema, cardinality: undefined }),
      });
      await refresh();
    },
  });
}
