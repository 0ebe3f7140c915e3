import { createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import {
  CommunityService,
  type GetCommunityResponse,
} from "../../gen/parlor/v1/community_service_pb";

/** Returns a function that shows a changed community where it is loaded. */
export function useStoreCommunity(id: string) {
  const client = useQueryClient();
  const transport = useTransport();
  const queryKey = createConnectQueryKey({
    schema: CommunityService.method.getCommunity,
    input: { id },
    transport,
    cardinality: "finite",
  });
  return (textCommunity: TextCommunity | undefined) => {
    if (!textCommunity) return;
    client.setQueryData<GetCommunityResponse>(
      queryKey,
      (loaded) => loaded && { ...loaded, textCommunity },
    );
  };
}
