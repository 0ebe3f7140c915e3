import { useState } from "react";
import { selectExplained } from "./sample-questions";
import { useTestMessages } from "./use-test-messages";
import { useTestNumber } from "./use-test-number";

const noNumber = { phone: "" };

/** A phone, what it shows with one number, and the question whose why is shown. */
export function useTestPhone(number: string) {
  const { query, take, startOver } = useTestNumber();
  const testPhone = useTestMessages(query.data ?? noNumber, number);
  const [chosen, setChosen] = useState<string>();
  const phone = query.data?.phone ?? "";
  return {
    phone,
    /** Until there is a phone, or another one, nobody would get what is sent. */
    ready: phone !== "" && !startOver.isPending,
    problem: query.error ?? undefined,
    retry: () => (query.isError ? query.refetch() : testPhone.query.refetch()),
    take,
    startOver: () => startOver.mutate(),
    startingOver: startOver.isPending,
    testPhone,
    picked: selectExplained(testPhone.messages, chosen),
    pick: setChosen,
  };
}

export type TestPhoneState = ReturnType<typeof useTestPhone>;
