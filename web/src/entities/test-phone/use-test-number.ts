import type { Transport } from "@connectrpc/connect";
import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { TestPhoneService } from "../../gen/parlor/v1/test_phone_service_pb";
import { readJson, sessionStore, writeJson } from "../../lib/storage";
import { useCommunities } from "../community/use-communities";
import { createSampleNumbers } from "./sample-numbers";

/** A test number. Texts until `after` (milliseconds since the epoch) are hidden. */
export type TestNumber = { phone: string; after?: number };

const storageKey = "parlor.testPhone";
const maxTries = 8;

/** Returns a sample number without texts; after eight tries, one whose earlier texts are hidden. */
async function findUnusedNumber(
  transport: Transport,
  used: readonly string[],
): Promise<TestNumber> {
  let result: TestNumber = { phone: "" };
  const phones = createSampleNumbers(Math.random).filter((phone) => !used.includes(phone));
  for (const phone of phones.slice(0, maxTries)) {
    const { messages } = await callUnaryMethod(
      transport,
      TestPhoneService.method.listTestPhoneMessages,
      { phone, limit: 1 },
    );
    const last = messages.at(-1)?.sentAt;
    if (!last) return { phone };
    result = { phone, after: Number(last.seconds) * 1000 + Math.ceil(last.nanos / 1e6) };
  }
  return result;
}

/**
 * The test number of this browser session. It stays until the user starts over. Unset while none is
 * found.
 */
export function useTestNumber() {
  const transport = useTransport();
  const [number, setNumber] = useState(() => readJson<TestNumber>(sessionStore, storageKey));
  // Excludes sample numbers that belong to a community.
  const { data: communities = [], isFetched } = useCommunities();

  function take(next: TestNumber) {
    writeJson(sessionStore, storageKey, next);
    setNumber(next);
  }

  const search = {
    mutationFn: () =>
      findUnusedNumber(transport, [
        ...communities.map((community) => community.number),
        number?.phone ?? "",
      ]),
    onSuccess: take,
  };
  const find = useMutation(search);
  const startOver = useMutation(search);

  const isNeeded = !number && isFetched;
  const { mutate } = find;
  useEffect(() => {
    if (isNeeded) mutate();
  }, [isNeeded, mutate]);

  return { number, find, take, startOver };
}
