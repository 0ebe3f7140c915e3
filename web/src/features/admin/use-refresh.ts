import { useQueryClient } from "@tanstack/react-query";

/** Returns a function that refetches all queries, including entitlements and company. */
export function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}
