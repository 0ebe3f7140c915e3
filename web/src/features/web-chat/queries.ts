// Queries and mutations of the web chat screen.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useTransport,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import { pagedList, useAllPages, useUpdateAllPages } from "../../api/use-all-pages";
import { toTestTraffic } from "../../entities/test-traffic/test-traffic";
import { WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import {
  type GetWebChatSiteResponse,
  WebChatSiteService,
} from "../../gen/parlor/v1/web_chat_site_service_pb";
import type { WebChatUrlState } from "./url-state";

const methods = WebChatSiteService.method;
const siteList = pagedList(methods.listWebChatSites, "sites");

/** Loads the settings of all communities, sorted by the communities' labels. */
export function useSites() {
  return useAllPages(siteList, {});
}

/** Loads the settings of a community. */
export function useSite(communityId: string) {
  return useQuery(methods.getWebChatSite, { communityId }, { enabled: communityId !== "" });
}

/** Returns a function that shows changed settings where they are loaded. */
export function useStoreSite() {
  const client = useQueryClient();
  const transport = useTransport();
  const updateList = useUpdateAllPages(siteList, {});
  return (site: WebChatSite | undefined) => {
    if (!site) return;
    const { communityId } = site;
    const queryKey = createConnectQueryKey({
      schema: methods.getWebChatSite,
      input: { communityId },
      transport,
      cardinality: "finite",
    });
    client.setQueryData<GetWebChatSiteResponse>(
      queryKey,
      (loaded) => loaded && { ...loaded, site },
    );
    updateList((sites) => sites.map((one) => (one.communityId === communityId ? site : one)));
  };
}

export function useReplaceKey() {
  const store = useStoreSite();
  return useMutation(methods.replaceWebChatKey, { onSuccess: ({ site }) => store(site) });
}

/** Creates or replaces the signing secret. The response is forgotten with the component that uses it. */
export function useReplaceSigningSecret() {
  const store = useStoreSite();
  return useMutation(methods.replaceWebChatSigningSecret, {
    onSuccess: ({ site }) => store(site),
    gcTime: 0,
  });
}

export function useDeleteSigningSecret() {
  const store = useStoreSite();
  return useMutation(methods.deleteWebChatSigningSecret, { onSuccess: ({ site }) => store(site) });
}

/** Loads the chats that match the filters, page by page. */
export function useChats({ community, openQuestionsOnly, tests }: WebChatUrlState) {
  return useInfiniteQuery(
    WebChatService.method.listWebChats,
    {
      communityId: community,
      openQuestionsOnly,
      testTraffic: toTestTraffic(tests),
      pageToken: "",
    },
    { ...pagination, placeholderData: keepPreviousData },
  );
}
