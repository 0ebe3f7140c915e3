// Queries of the consent of phones, and who may make them.

import { createConnectQueryKey, useInfiniteQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { pagination, toListing } from "../../api/listing";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { ConsentService } from "../../gen/parlor/v1/consent_service_pb";
import { useSession } from "../session/session";

/** Returns whether the user may see and record consent: those who may edit homeowner accounts. */
export function useMayRecordConsent(): boolean {
  const { may } = useSession();
  return may(Screen.ANSWERS) || may(Screen.TURBO);
}

/** Loads the consent of a phone, and its ledger page by page. */
export function useConsent(phone: string) {
  const query = useInfiniteQuery(
    ConsentService.method.getConsent,
    { phone, pageToken: "" },
    pagination,
  );
  const listing = toListing(query, ({ entries }) => entries);
  return { consent: query.data?.pages[0]?.consent, listing };
}

/** Returns a function that refetches the consent of all phones. */
export function useRefreshConsent() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: ConsentService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}
