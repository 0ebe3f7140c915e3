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
import {
  type HandsetMessage,
  HandsetService,
  ListHandsetMessagesResponseSchema,
} from "../../../gen/parlor/v1/handset_service_pb";
import type { TestPhone } from "./use-test-phone";

/** A text that is on its way to the server, or did not get there. */
export type Unsent = { id: string; body: string; failed: boolean };

type Text = { id: string; body: string };

let written = 0;

/** What the phone shows with one community's number, and sending from it. */
export function useHandset({ phone, after }: TestPhone, number: string) {
  const transport = useTransport();
  const client = useQueryClient();
  const list = HandsetService.method.listHandsetMessages;
  const input = { phone, number };
  const ready = phone !== "" && number !== "";
  const query = useQuery(list, input, { enabled: ready });
  const sending = ["handset", phone, number];

  const send = useMutation({
    mutationKey: sending,
    mutationFn: ({ body }: Text) =>
      callUnaryMethod(transport, HandsetService.method.sendHandsetMessage, {
        from: phone,
        to: number,
        body,
      }),
    // Until the next reading brings it, with its decision.
    onSuccess: ({ message }) => {
      if (!message) return;
      client.setQueryData(
        createConnectQueryKey({ schema: list, input, transport, cardinality: "finite" }),
        createProtobufSafeUpdater(list, (before) => {
          const messages = before?.messages ?? [];
          if (messages.some((one) => one.id === message.id)) return before;
          return create(ListHandsetMessagesResponseSchema, { messages: [...messages, message] });
        }),
      );
    },
  });

  const unsent = useMutationState({
    filters: { mutationKey: sending, predicate: ({ state }) => state.status !== "success" },
    select: ({ state }): Unsent => {
      const { id, body } = state.variables as Text;
      return { id, body, failed: state.status === "error" };
    },
  });

  function forget(id: string) {
    const cache = client.getMutationCache();
    for (const mutation of cache.findAll({ mutationKey: sending, status: "error" })) {
      if ((mutation.state.variables as Text).id === id) cache.remove(mutation);
    }
  }

  const messages = (query.data?.messages ?? []).filter((one) => !after || sentAt(one) > after);
  return {
    query,
    messages,
    unsent,
    send: (body: string) => {
      written += 1;
      send.mutate({ id: `unsent ${written}`, body });
    },
    sendAgain: ({ id, body }: Unsent) => {
      forget(id);
      send.mutate({ id, body });
    },
  };
}

export type Handset = ReturnType<typeof useHandset>;

export function sentAt(message: HandsetMessage): number {
  return message.sentAt ? timestampMs(message.sentAt) : 0;
}
