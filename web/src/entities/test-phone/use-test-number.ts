import type { Transport } from "@connectrpc/connect";
import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { TestPhoneService } from "../../gen/parlor/v1/test_phone_service_pb";
import { readSessionValue, writeSessionValue } from "../../lib/session-value";
import { useCommunities } from "../community/use-communities";
import { createSampleNumbers } from "./sample-numbers";

/** A test number. Texts until `after` (milliseconds since the epoch) are hidden. */
export type TestNumber = { phone: string; after?: number };

const storageKey = "parlor.testPhone";
const queryKey = ["test phone"];
const maxTries = 8;

/** Returns a sample number without texts; after eight tries, one whose earlier texts are hidden. */
async function findUnusedNumber(
  transport: Transport,
  taken: readonly string[],
): Promise<TestNumber> {
  let result: TestNumber = { phone: "" };
  const phones = createSampleNumbers(Math.random).filter((phone) => !taken.includes(phone));
  for (const phone of phones.slice(0, maxTries)) {
    const { messages } = await callUnaryMethod(
      transport,
      TestPhoneService.method.listTestPhoneMessages,
      { phone },
    );
    const last = messages.at(-1)?.sentAt;
    if (!last) return { phone };
    result = { phone, after: Number(last.seconds) * 1000 + Math.ceil(last.nanos / 1e6) };
  }
  return result;
}

/** The test number of this browser session. It stays until the user starts over. */
export function useTestNumber() {
  const transport = useTransport();
  const client = useQueryClient();
  // Excludes sample numbers that belong to a community.
  const communities = useCommunities();
  const numbers = communities.data?.map((community) => community.number) ?? [];
  const query = useQuery({
    queryKey: queryKey,
    enabled: communities.isFetched,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const kept = readSessionValue<TestNumber>(storageKey);
      if (kept) return kept;
      const fresh = await findUnusedNumber(transport, numbers);
      writeSessionValue(storageKey, fresh);
      return fresh;
    },
  });

  function take(phone: TestNumber) {
    writeSessionValue(storageKey, phone);
    client.setQueryData(queryKey, phone);
  }

  const startOver = useMutation({
    mutationFn: () => findUnusedNumber(transport, [...numbers, query.data?.phone ?? ""]),
    onSuccess: take,
  });

  return { query, take, startOver };
}
