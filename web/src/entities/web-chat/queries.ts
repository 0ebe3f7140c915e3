// The messages of a web chat.

import { useInfiniteQuery } from "@connectrpc/connect-query";
import { pagination, toLoadMore } from "../../api/listing";
import { WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";

const pageSize = 50;

/** Loads a web chat with its newest messages, and older ones page by page. */
export function useWebChat(id: string) {
  const query = useInfiniteQuery(
    WebChatService.method.getWebChat,
    { id, limit: pageSize, pageToken: "" },
    { ...pagination, enabled: id !== "" },
  );
  const pages = query.data?.pages ?? [];
  return {
    chat: pages[0]?.chat,
    /** Oldest first. */
    messages: pages.flatMap((page) => page.messages).reverse(),
    older: toLoadMore(query),
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    onRetry: () => void query.refetch(),
  };
}
