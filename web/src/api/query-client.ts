import { Code, ConnectError } from "@connectrpc/connect";
import { QueryClient } from "@tanstack/react-query";

/** Data stays fresh for half a minute, or until a live event changes it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        // Being offline is an ordinary failure: it is shown, not waited out.
        networkMode: "always",
        retry: (failures, error) =>
          failures < 1 && ConnectError.from(error).code === Code.Unavailable,
        retryDelay: 1000,
      },
      mutations: { networkMode: "always" },
    },
  });
}
