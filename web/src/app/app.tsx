import type { Transport } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import "./app.css";
import { Mishap } from "./mishap";
import { AppRoutes } from "./routes";

/** Everything below the router. */
export function App({ transport }: { transport: Transport }) {
  return (
    <TransportProvider transport={transport}>
      <Mishap>
        <AppRoutes />
      </Mishap>
    </TransportProvider>
  );
}
