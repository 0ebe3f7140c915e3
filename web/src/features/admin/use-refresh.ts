import { useQueryClient } from "@tanstack/react-query";

/** After a change here, whatever is on the page is read again: entitlements and company too. */
export function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}
