import { useQuery } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { HomeownerService } from "../../../gen/parlor/v1/homeowner_service_pb";
import { useDebounced } from "../../../lib/use-debounced";

const maxMatches = 8;

/** Searches homeowner accounts by part of a unit, a name or a phone. */
export function useAccountMatches(communityId: string, words: string) {
  const query = useDebounced(words.trim(), 200);
  return useQuery(
    HomeownerService.method.listHomeownerAccounts,
    { communityId, query, limit: maxMatches },
    { enabled: communityId !== "" && query !== "", placeholderData: keepPreviousData },
  );
}
