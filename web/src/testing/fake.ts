import type { Transport } from "@connectrpc/connect";
import { createTransport } from "../rpc/transport";
import { createHouse, type Options } from "./house";

const here = { base: "", bot: "", tenants: "" };

/** The app's own transport, with the house in memory behind it. */
export function createTestHouse(options?: Options) {
  const house = createHouse(options);
  return { ...house, transport: createTransport(here, () => house.transport) };
}

const latency = 200;

/** For `npm run dev:fake`: as far away as a server would be. */
export function createFakeTransport(): Transport {
  const { transport } = createTestHouse();
  return {
    ...transport,
    async unary(...call) {
      await new Promise((resolve) => setTimeout(resolve, latency));
      return transport.unary(...call);
    },
  };
}
