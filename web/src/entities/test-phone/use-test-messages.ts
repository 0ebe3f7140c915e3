import { create } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  callUnaryMethod,
  createConnectQueryKey,
  createProtobufSafeUpdater,
  useQuery,
  useTransport,
} from "@connectrpc/connect-query";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import {
  ListTestPhoneMessagesResponseSchema,
  type TestPhoneMessage,
  TestPhoneService,
} from "../../gen/parlor/v1/test_phone_service_pb";
import type { TestNumber } from "./use-test-number";

/** A text that the server has not confirmed. */
export type UnsentMessage = OutgoingText & { failed: boolean };

/** Photos are data: URLs. */
type OutgoingText = { id: string; body: string; photos: readonly string[] };

let sentCount = 0;

/** Loads and sends the texts between a test number and the number of a community. */
export function useTestMessages(
  { phone, after }: TestNumber,
  { id: communityId, number }: Pick<TextCommunity, "id" | "number">,
) {
  const transport = useTransport();
  const client = useQueryClient();
  const list = TestPhoneService.method.listTestPhoneMessages;
  const input = { phone, number };
  const ready = phone !== "" && number !== "";
  const query = useQuery(list, input, { enabled: ready, meta: { communityId } });
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
    // Shown until the next refetch, which includes its decision.
    onSuccess: ({ message }) => {
      if (!message) return;
      client.setQueryData(
        createConnectQueryKey({ schema: list, input, transport, cardinality: "finite" }),
        createProtobufSafeUpdater(list, (before) => {
          const messages = before?.messages ?? [];
          if (messages.some((one) => one.id === message.id)) return before;
          return create(ListTestPhoneMessagesResponseSchema, { messages: [...messages, message] });
        }),
      );
    },
  });

  const unsent = useMutationState({
    filters: { mutationKey: sending, predicate: ({ state }) => state.status !== "success" },
    select: ({ state }): UnsentMessage => {
      const text = state.variables as OutgoingText;
      return { ...text, failed: state.status === "error" };
    },
  });

  function forget(id: string) {
    const cache = client.getMutationCache();
    for (const mutation of cache.findAll({ mutationKey: sending, status: "error" })) {
      if ((mutation.state.variables as OutgoingText).id === id) cache.remove(mutation);
    }
  }

  const messages = (query.data?.messages ?? []).filter((one) => !after || sentAtMs(one) > after);
  return {
    query,
    messages,
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
