// The only transport of the app. It chooses the address by service, tries the alternate address
// once, and detects that the session has ended. A request that was carried out but whose response
// was lost succeeds without a result. It sets no timeout.

import type { DescMethod } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { ServiceHost } from "../gen/parlor/options/v1/access_pb";
import { isPublic, toHeaders, toServiceHost } from "./headers";
import { lostResponse, saysResultLost } from "./result-lost";
import { endSession, readToken } from "./session-token";

export type Addresses = { base: string; bot: string; tenants: string; alternate?: string };

function resolveAddress(method: DescMethod, addresses: Addresses): string {
  switch (toServiceHost(method.parent)) {
    case ServiceHost.BOT:
      return addresses.bot;
    case ServiceHost.TENANTS:
      return addresses.tenants;
    default:
      return addresses.base;
  }
}

/** UNAUTHENTICATED and PERMISSION_DENIED end the session that sent the call. */
function endOnUnauthenticated(method: DescMethod, token: string | null, error: unknown) {
  if (isPublic(method) || token === null || token !== readToken()) return;
  const { code } = ConnectError.from(error);
  if (code === Code.Unauthenticated || code === Code.PermissionDenied) endSession("lost");
}

async function* withSessionWatch<T>(messages: AsyncIterable<T>, onError: (error: unknown) => void) {
  try {
    yield* messages;
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** Buffers a stream of messages, so that it can be sent more than once. */
async function toRepeatable<T>(
  messages: AsyncIterable<T>,
): Promise<{ items: T[]; all: () => AsyncIterable<T> }> {
  const items: T[] = [];
  for await (const message of messages) items.push(message);
  return {
    items,
    all: async function* () {
      yield* items;
    },
  };
}

/** `connect` creates the transport of an address. Called once per address. */
export function createTransport(
  addresses: Addresses,
  connect: (address: string) => Transport,
): Transport {
  const made = new Map<string, Transport>();
  const at = (address: string) => {
    const transport = made.get(address) ?? connect(address);
    made.set(address, transport);
    return transport;
  };

  async function call<T>(
    method: DescMethod,
    signal: AbortSignal | undefined,
    go: (transport: Transport) => Promise<T>,
  ): Promise<T> {
    const token = readToken();
    try {
      return await go(at(resolveAddress(method, addresses)));
    } catch (first) {
      if (addresses.alternate === undefined || signal?.aborted || saysResultLost(first)) {
        endOnUnauthenticated(method, token, first);
        throw first;
      }
      try {
        return await go(at(addresses.alternate));
      } catch (second) {
        endOnUnauthenticated(method, token, second);
        throw second;
      }
    }
  }

  return {
    async unary(method, signal, timeoutMs, given, input, values) {
      const headers = toHeaders(method, input, given);
      try {
        return await call(method, signal, (transport) =>
          transport.unary(method, signal, timeoutMs, headers, input, values),
        );
      } catch (error) {
        if (saysResultLost(error)) return lostResponse(method);
        throw error;
      }
    },
    async stream(method, signal, timeoutMs, given, input, values) {
      const token = readToken();
      const inputs = await toRepeatable(input);
      const headers = toHeaders(method, inputs.items[0], given);
      const response = await call(method, signal, (transport) =>
        transport.stream(method, signal, timeoutMs, headers, inputs.all(), values),
      );
      const message = withSessionWatch(response.message, (error) =>
        endOnUnauthenticated(method, token, error),
      );
      return { ...response, message };
    },
  };
}

type Env = Pick<
  ImportMetaEnv,
  "VITE_BASE_URL" | "VITE_BOT_URL" | "VITE_TENANTS_URL" | "VITE_ALTERNATE_URL"
>;

/** Returns the addresses configured at build time. `here` is the origin of the page. */
export function resolveAddresses(env: Env, here: string): Addresses {
  const at = (address: string) => new URL(address, here).href.replace(/\/$/, "");
  const base = at(env.VITE_BASE_URL || here);
  return {
    base,
    bot: env.VITE_BOT_URL ? at(env.VITE_BOT_URL) : base,
    tenants: env.VITE_TENANTS_URL ? at(env.VITE_TENANTS_URL) : base,
    ...(env.VITE_ALTERNATE_URL ? { alternate: at(env.VITE_ALTERNATE_URL) } : {}),
  };
}

export function createWebTransport(): Transport {
  return createTransport(resolveAddresses(import.meta.env, window.location.origin), (baseUrl) =>
    createGrpcWebTransport({ baseUrl }),
  );
}
