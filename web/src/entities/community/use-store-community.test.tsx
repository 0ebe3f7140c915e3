import { create } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { TransportProvider, useQuery } from "@connectrpc/connect-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { TextCommunitySchema } from "../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { useStoreCommunity } from "./use-store-community";

const renamed = create(TextCommunitySchema, { id: "elm", label: "Elm Terrace" });

function open() {
  const transport = createRouterTransport(({ service }) => {
    service(CommunityService, {
      getCommunity: ({ id }) => ({
        textCommunity: { id, label: "Elm" },
        details: { label: "Elm" },
      }),
    });
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </TransportProvider>
  );
  const { result, rerender } = renderHook(
    ({ isShown }) => {
      const { getCommunity } = CommunityService.method;
      const { data } = useQuery(getCommunity, { id: "elm" }, { enabled: isShown });
      return { data, store: useStoreCommunity("elm") };
    },
    { wrapper, initialProps: { isShown: false } },
  );
  return { result, show: () => rerender({ isShown: true }) };
}

test("a changed community is shown where it is loaded, and keeps its details", async () => {
  const { result, show } = open();
  show();
  await waitFor(() => expect(result.current.data?.textCommunity?.label).toBe("Elm"));
  act(() => result.current.store(renamed));
  await waitFor(() => expect(result.current.data?.textCommunity?.label).toBe("Elm Terrace"));
  expect(result.current.data?.details).toBeDefined();
});

test("a community that is not loaded is not stored without its details", async () => {
  const { result, show } = open();
  act(() => result.current.store(renamed));
  show();
  await waitFor(() => expect(result.current.data?.details).toBeDefined());
});
