import { useState } from "react";
import { selectExplained } from "./sample-questions";
import { useTestMessages } from "./use-test-messages";
import { useTestNumber } from "./use-test-number";

const noNumber = { phone: "" };

/** State of a test phone: its number, its texts and the text that is explained. */
export function useTestPhone(number: string) {
  const { query, take, startOver } = useTestNumber();
  const testPhone = useTestMessages(query.data ?? noNumber, number);
  const [chosen, setChosen] = useState<string>();
  const phone = query.data?.phone ?? "";
  return {
    phone,
    /** False while the phone has no number. */
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
