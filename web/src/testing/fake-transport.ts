import type { Transport } from "@connectrpc/connect";
import { createTransport } from "../api/transport";
import { createFakeApi } from "./fake-api";
import type { Options } from "./fake-api/db";

const noAddresses = { base: "", bot: "", tenants: "" };

/** The app's own transport, connected to the fake API. */
export function createTestApi(options?: Options) {
  const fakeApi = createFakeApi(options);
  return { ...fakeApi, transport: createTransport(noAddresses, () => fakeApi.transport) };
}

const latency = 200;

/** For `npm run dev:fake`: adds the latency of a real server. */
export function createFakeTransport(): Transport {
  const { transport } = createTestApi();
  return {
    ...transport,
    async unary(...call) {
      await new Promise((resolve) => setTimeout(resolve, latency));
      return transport.unary(...call);
    },
  };
}
