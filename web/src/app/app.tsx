import type { Transport } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Toaster } from "../ui";
import "./app.css";
import { Mishap } from "./mishap";
import { AppRoutes } from "./routes";

type Props = { transport: Transport; client: QueryClient };

/** Everything below the router. */
export function App({ transport, client }: Props) {
  return (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={client}>
        <Mishap>
          <AppRoutes />
        </Mishap>
        <Toaster />
      </QueryClientProvider>
    </TransportProvider>
  );
}
