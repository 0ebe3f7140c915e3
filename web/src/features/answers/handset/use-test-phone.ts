import type { Transport } from "@connectrpc/connect";
import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { HandsetService } from "../../../gen/parlor/v1/handset_service_pb";
import { useCommunities } from "../../../rpc/communities";
import { readStored, writeStored } from "../stored";
import { inventedPhones } from "./numbers";

/** A resident's phone; what it said until `after` (milliseconds) is over. */
export type TestPhone = { phone: string; after?: number };

const stored = "parlor.testPhone";
const key = ["test phone"];
const tries = 8;

/** An invented phone that nobody texted from yet, or one whose past is left aside. */
async function freshPhone(transport: Transport, taken: readonly string[]): Promise<TestPhone> {
  let result: TestPhone = { phone: "" };
  const phones = inventedPhones(Math.random).filter((phone) => !taken.includes(phone));
  for (const phone of phones.slice(0, tries)) {
    const { messages } = await callUnaryMethod(
      transport,
      HandsetService.method.listHandsetMessages,
      { phone },
    );
    const last = messages.at(-1)?.sentAt;
    if (!last) return { phone };
    result = { phone, after: Number(last.seconds) * 1000 + Math.ceil(last.nanos / 1e6) };
  }
  return result;
}

/** The phone of this browser session: picked once, kept until one starts over. */
export function useTestPhone() {
  const transport = useTransport();
  const client = useQueryClient();
  // A community may have one of these numbers itself.
  const communities = useCommunities();
  const numbers = communities.data?.map((community) => community.number) ?? [];
  const query = useQuery({
    queryKey: key,
    enabled: communities.isFetched,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const kept = readStored<TestPhone>(stored);
      if (kept) return kept;
      const fresh = await freshPhone(transport, numbers);
      writeStored(stored, fresh);
      return fresh;
    },
  });

  function take(phone: TestPhone) {
    writeStored(stored, phone);
    client.setQueryData(key, phone);
  }

  const startOver = useMutation({
    mutationFn: () => freshPhone(transport, [...numbers, query.data?.phone ?? ""]),
    onSuccess: take,
  });

  return { query, take, startOver };
}
