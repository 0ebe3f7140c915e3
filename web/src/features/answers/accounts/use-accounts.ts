// The accounts of a community's homeowners: read page by page, changed and brought in.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useTransport,
} from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import {
  type HomeownerAccount,
  HomeownerService,
} from "../../../gen/parlor/v1/homeowner_service_pb";
import { useDebounced } from "../../../lib/debounced";
import { listingOf, pagesOf } from "../../../rpc/listing";
import { deleteWithUndo, useLeaving } from "../editor/deletions";
import { nameOf } from "./words";

const methods = HomeownerService.method;
/** So long one has stopped writing, in milliseconds. */
const pause = 250;

/** Those with some words in them; `total` is how many there are without. */
export function useAccounts(communityId: string, words: string) {
  const searchQuery = useDebounced(words.trim(), pause);
  const query = useInfiniteQuery(
    methods.listHomeownerAccounts,
    { communityId, searchQuery, pageToken: "" },
    pagesOf,
  );
  const leaving = useLeaving();
  const listing = listingOf(query, ({ accounts }) => accounts);
  const rows = listing.rows?.filter(({ id }) => !leaving.has(id));
  return { listing: { ...listing, rows }, total: query.data?.pages[0]?.total };
}

function useReadAgain() {
  const client = useQueryClient();
  const transport = useTransport();
  return () =>
    client.invalidateQueries({
      queryKey: createConnectQueryKey({
        schema: methods.listHomeownerAccounts,
        transport,
        cardinality: undefined,
      }),
    });
}

export function useAddAccount() {
  return useMutation(methods.createHomeownerAccount, { onSuccess: useReadAgain() });
}

export function useChangeAccount() {
  return useMutation(methods.updateHomeownerAccount, { onSuccess: useReadAgain() });
}

/** What a file would do, and doing it. */
export function useLook() {
  return useMutation(methods.importHomeownerAccounts);
}

export function useTake() {
  return useMutation(methods.importHomeownerAccounts, { onSuccess: useReadAgain() });
}

export function useRemoveAccount() {
  const again = useReadAgain();
  const { mutateAsync } = useMutation(methods.deleteHomeownerAccount, { onSuccess: again });
  return (account: HomeownerAccount) => {
    const { communityId, id } = account;
    const drop = () => mutateAsync({ communityId, id });
    deleteWithUndo({ id, question: nameOf(account), title: "Account removed.", drop });
  };
}
