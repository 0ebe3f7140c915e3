// Loads all pages of a list method as one array. The cache has them as an infinite query of
// connect-query would, so the key follows from the method and the request.

import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import type { ConnectError, Transport } from "@connectrpc/connect";
import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { type InfiniteData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { pagination } from "./listing";

/** Maximum page size of the server. */
const pageSize = 200;
/** Maximum number of pages that are read; a list has at most 20,000 rows. */
const maxPages = 100;

type Page = Message & { nextPageToken: string };
type Pages = InfiniteData<Page, string>;
type RowOf<P, F extends keyof P> = P[F] extends (infer Row)[] ? Row : never;

/** A list method whose rows are used as one array. */
export type PagedList<I extends DescMessage, Row> = {
  method: DescMethodUnary<I, DescMessage>;
  toRows: (data: Pages) => Row[];
  toPages: (rows: Row[]) => Pages;
};

/** Describes a list method. `field` is the field of its response that holds the rows. */
export function pagedList<
  I extends DescMessage,
  O extends DescMessage,
  F extends keyof MessageShape<O> & string,
>(method: DescMethodUnary<I, O>, field: F): PagedList<I, RowOf<MessageShape<O>, F>> {
  type Row = RowOf<MessageShape<O>, F>;
  return {
    method,
    toRows: ({ pages }) => pages.flatMap((page) => (page as unknown as Record<F, Row[]>)[field]),
    toPages: (rows) => ({
      pages: [create<DescMessage>(method.output, { [field]: rows }) as Page],
      pageParams: [""],
    }),
  };
}

/** Query of all rows of a list. `request` needs neither a limit nor a page token. */
export function allPagesQuery<I extends DescMessage, Row>(
  transport: Transport,
  { method, toRows }: PagedList<I, Row>,
  request: MessageInitShape<I>,
) {
  const toInput = (pageToken: string) =>
    ({ ...request, limit: pageSize, pageToken }) as unknown as MessageInitShape<I>;
  const queryKey: readonly unknown[] = createConnectQueryKey({
    schema: method as DescMethodUnary,
    input: toInput(""),
    transport,
    cardinality: "infinite",
    pageParamKey: pagination.pageParamKey,
  });
  return queryOptions<Pages, ConnectError, Row[], readonly unknown[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const data: Pages = { pages: [], pageParams: [] };
      let pageToken: string | undefined = "";
      while (pageToken !== undefined && data.pages.length < maxPages) {
        const page = await callUnaryMethod(transport, method, toInput(pageToken), { signal });
        data.pages.push(page as Page);
        data.pageParams.push(pageToken);
        pageToken = pagination.getNextPageParam(page as Page);
      }
      return data;
    },
    select: toRows,
  });
}

/** As in the options of a query; times are in milliseconds. */
type Options = { enabled?: boolean; staleTime?: number; refetchInterval?: number };

/** Loads all rows of a list. */
export function useAllPages<I extends DescMessage, Row>(
  list: PagedList<I, Row>,
  request: MessageInitShape<I>,
  options: Options = {},
) {
  const transport = useTransport();
  return useQuery({ ...allPagesQuery(transport, list, request), ...options });
}

/** Returns a function that changes the loaded rows of a list. Rows that are not loaded stay so. */
export function useUpdateAllPages<I extends DescMessage, Row>(
  list: PagedList<I, Row>,
  request: MessageInitShape<I>,
) {
  const client = useQueryClient();
  const transport = useTransport();
  const { queryKey } = allPagesQuery(transport, list, request);
  return (change: (rows: Row[]) => Row[]) =>
    client.setQueryData<Pages>(queryKey, (data) => data && list.toPages(change(list.toRows(data))));
}
