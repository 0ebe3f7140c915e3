// Shows a paged query as one list.

import type { ConnectError } from "@connectrpc/connect";
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { Listing } from "../lib/listing";
import { toProblem } from "./problem";

type Pages<Page> = UseInfiniteQueryResult<InfiniteData<Page>, ConnectError>;

type Base = Pick<UseQueryResult<unknown, ConnectError>, "error" | "isFetching" | "refetch">;

function base(query: Base, read: boolean) {
  return {
    // Loaded rows stay visible while the list reloads, and when that fails.
    problem: query.error && !read ? toProblem(query.error) : undefined,
    onRetry: () => void query.refetch(),
    pending: query.isFetching,
  };
}

/** For methods with a page token. `pagesOf` makes the request of a page. */
export function toListing<Page, Row>(
  query: Pages<Page>,
  toRows: (page: Page) => readonly Row[],
): Listing<Row> {
  return {
    ...base(query as Base, query.data !== undefined),
    rows: query.data?.pages.flatMap(toRows),
    more: query.hasNextPage
      ? { pending: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }
      : undefined,
  };
}

/** For queries of everything at once. */
export function toUnpagedListing<Answer, Row>(
  query: UseQueryResult<Answer, ConnectError>,
  toRows: (answer: Answer) => readonly Row[],
): Listing<Row> {
  return {
    ...base(query, query.data !== undefined),
    rows: query.data ? toRows(query.data) : undefined,
    more: undefined,
  };
}

/** Options of queries with a page token. */
export const pagination = {
  pageParamKey: "pageToken",
  getNextPageParam: (page: { nextPageToken: string }) => page.nextPageToken || undefined,
} as const;

type PagedQuery = Pick<
  UseInfiniteQueryResult<unknown, ConnectError>,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage" | "error"
>;

/** Returns how to load the next page; undefined at the end. */
export function toLoadMore(query: PagedQuery) {
  if (!query.hasNextPage) return undefined;
  return {
    pending: query.isFetchingNextPage,
    failed: query.isFetchNextPageError ? toProblem(query.error).title : undefined,
    onMore: () => void query.fetchNextPage(),
  };
}
