import { useQueryClient } from "@tanstack/react-query";

/** After a change here, whatever is on the page is read again: standing and company too. */
export function useReadAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}
