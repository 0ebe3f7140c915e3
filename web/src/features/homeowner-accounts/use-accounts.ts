// Queries and mutations of homeowner accounts.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useTransport,
} from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { pagination, toListing } from "../../api/listing";
import { deleteWithUndo, usePendingDeletions } from "../../forms/delete-with-undo";
import { type HomeownerAccount, HomeownerService } from "../../gen/parlor/v1/homeowner_service_pb";
import { useDebounced } from "../../lib/use-debounced";
import { accountName, labels } from "./labels";

const methods = HomeownerService.method;
/** Delay of the search after the last key, in milliseconds. */
const typingDelay = 250;

/** Searches accounts. `total` counts all accounts of the community. */
export function useAccounts(communityId: string, words: string) {
  const search = useDebounced(words.trim(), typingDelay);
  const query = useInfiniteQuery(
    methods.listHomeownerAccounts,
    { communityId, query: search, pageToken: "" },
    pagination,
  );
  const leaving = usePendingDeletions();
  const listing = toListing(query, ({ accounts }) => accounts);
  const rows = listing.rows?.filter(({ id }) => !leaving.has(id));
  return { listing: { ...listing, rows }, total: query.data?.pages[0]?.total };
}

function useRefresh() {
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

export function useCreateAccount() {
  return useMutation(methods.createHomeownerAccount, { onSuccess: useRefresh() });
}

export function useUpdateAccount() {
  return useMutation(methods.updateHomeownerAccount, { onSuccess: useRefresh() });
}

/** Previews an import. */
export function usePreviewImport() {
  return useMutation(methods.importHomeownerAccounts);
}

export function useApplyImport() {
  return useMutation(methods.importHomeownerAccounts, { onSuccess: useRefresh() });
}

export function useRemoveAccount() {
  const again = useRefresh();
  const { mutateAsync } = useMutation(methods.deleteHomeownerAccount, { onSuccess: again });
  return (account: HomeownerAccount) => {
    const { communityId, id } = account;
    const drop = () => mutateAsync({ communityId, id });
    deleteWithUndo({ id, name: accountName(account), title: labels.removed, drop });
  };
}
