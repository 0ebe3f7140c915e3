import type { Transport } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import "./app.css";
import { ErrorBoundary } from "./error-boundary";
import { AppRoutes } from "./routes";

/** The whole app, below the router. */
export function App({ transport }: { transport: Transport }) {
  return (
    <TransportProvider transport={transport}>
      <ErrorBoundary>
        <AppRoutes />
      </ErrorBoundary>
    </TransportProvider>
  );
}
