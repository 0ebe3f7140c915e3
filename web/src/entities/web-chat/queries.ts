// Queries of a web chat: its messages and its notes.

import { useInfiniteQuery } from "@connectrpc/connect-query";
import { pagination, toLoadMore } from "../../api/listing";
import { WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";

const { getWebChat, listWebChatNotes, addWebChatNote, deleteWebChatNote } = WebChatService.method;

/** Methods of the internal notes on a web chat. */
export const webChatNotes = {
  list: listWebChatNotes,
  add: addWebChatNote,
  remove: deleteWebChatNote,
};

const pageSize = 50;

/**
 * Loads a web chat with its newest messages, and older ones page by page. No event tells when the
 * visitor was last there: `refetchInterval` in milliseconds keeps that current.
 */
export function useWebChat(id: string, refetchInterval: number | false = false) {
  const query = useInfiniteQuery(
    getWebChat,
    { id, limit: pageSize, pageToken: "" },
    { ...pagination, enabled: id !== "", refetchInterval },
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
