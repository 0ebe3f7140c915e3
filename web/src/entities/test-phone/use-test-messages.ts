import { create } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  callUnaryMethod,
  createConnectQueryKey,
  useInfiniteQuery,
  useTransport,
} from "@connectrpc/connect-query";
import {
  type InfiniteData,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { pagination, toLoadMore } from "../../api/listing";
import { keepRequestId } from "../../forms/toast-error";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import {
  type ListTestPhoneMessagesResponse,
  ListTestPhoneMessagesResponseSchema,
  type TestPhoneMessage,
  TestPhoneService,
} from "../../gen/parlor/v1/test_phone_service_pb";
import type { TestNumber } from "./use-test-number";

/** A text that the server has not confirmed. */
export type UnsentMessage = OutgoingText & { error: Error | undefined };

/** Photos are data: URLs. */
type OutgoingText = { id: string; body: string; photos: readonly string[] };

/** The first page has the newest texts; each page is sorted oldest first. */
type Pages = InfiniteData<ListTestPhoneMessagesResponse, string>;

/** Adds a text to the newest page. */
function withText(data: Pages | undefined, message: TestPhoneMessage): Pages {
  const { pages, pageParams } = data ?? { pages: [], pageParams: [""] };
  if (pages.some((page) => page.messages.some(({ id }) => id === message.id))) {
    return { pages, pageParams };
  }
  const [newest, ...older] = pages;
  const first = create(ListTestPhoneMessagesResponseSchema, {
    messages: [...(newest?.messages ?? []), message],
    nextPageToken: newest?.nextPageToken ?? "",
  });
  return { pages: [first, ...older], pageParams };
}

let sentCount = 0;

/** Loads and sends the texts between a test number and the number of a community. */
export function useTestMessages(
  { phone, after }: TestNumber,
  { id: communityId, number }: Pick<TextCommunity, "id" | "number">,
) {
  const transport = useTransport();
  const client = useQueryClient();
  const list = TestPhoneService.method.listTestPhoneMessages;
  const input = { phone, number, pageToken: "" };
  const ready = phone !== "" && number !== "";
  const options = { ...pagination, enabled: ready, meta: { communityId } };
  const query = useInfiniteQuery(list, input, options);
  const sending = ["testPhone", phone, number];

  const send = useMutation({
    mutationKey: sending,
    mutationFn: ({ body, photos }: OutgoingText) =>
      callUnaryMethod(transport, TestPhoneService.method.sendTestPhoneMessage, {
        from: phone,
        to: number,
        body,
        photos: [...photos],
      }),
    onError: keepRequestId,
    // Shown until the next refetch, which includes its decision.
    onSuccess: ({ message }) => {
      if (!message) return;
      const queryKey: readonly unknown[] = createConnectQueryKey({
        schema: list,
        input,
        transport,
        cardinality: "infinite",
        pageParamKey: pagination.pageParamKey,
      });
      client.setQueryData<Pages>(queryKey, (data) => withText(data, message));
    },
  });

  const unsent = useMutationState({
    filters: { mutationKey: sending, predicate: ({ state }) => state.status !== "success" },
    select: ({ state }): UnsentMessage => {
      const text = state.variables as OutgoingText;
      return { ...text, error: state.error ?? undefined };
    },
  });

  function forget(id: string) {
    const cache = client.getMutationCache();
    for (const mutation of cache.findAll({ mutationKey: sending, status: "error" })) {
      if ((mutation.state.variables as OutgoingText).id === id) cache.remove(mutation);
    }
  }

  const loaded = [...(query.data?.pages ?? [])].reverse().flatMap((page) => page.messages);
  const messages = loaded.filter((one) => !after || sentAtMs(one) > after);
  return {
    query,
    messages,
    /** Loads earlier texts; undefined if there are none, or they are hidden. */
    earlier: messages.length === loaded.length ? toLoadMore(query) : undefined,
    unsent,
    send: (body: string, photos: readonly string[] = []) => {
      sentCount += 1;
      send.mutate({ id: `unsent ${sentCount}`, body, photos });
    },
    sendAgain: ({ id, body, photos }: UnsentMessage) => {
      forget(id);
      send.mutate({ id, body, photos });
    },
  };
}

export type TestMessages = ReturnType<typeof useTestMessages>;

export function sentAtMs(message: TestPhoneMessage): number {
  return message.sentAt ? timestampMs(message.sentAt) : 0;
}
