import { Code, ConnectError } from "@connectrpc/connect";
import { QueryClient } from "@tanstack/react-query";

/** What is read stays fresh until a live event or half a minute says otherwise. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // Offline is a failure like another: it is told, not waited out.
        networkMode: "always",
        retry: (failures, error) =>
          failures < 1 && ConnectError.from(error).code === Code.Unavailable,
        retryDelay: 1000,
      },
      mutations: { networkMode: "always" },
    },
  });
}
