import { useState } from "react";
import { pickedOf } from "./samples";
import { useHandset } from "./use-handset";
import { useTestPhone } from "./use-test-phone";

const none = { phone: "" };

/** A phone, what it shows with one number, and the question whose why is shown. */
export function useBench(number: string) {
  const { query, take, startOver } = useTestPhone();
  const handset = useHandset(query.data ?? none, number);
  const [chosen, setChosen] = useState<string>();
  const phone = query.data?.phone ?? "";
  return {
    phone,
    /** Until there is a phone, or another one, nobody would get what is sent. */
    ready: phone !== "" && !startOver.isPending,
    problem: query.error ?? undefined,
    retry: () => (query.isError ? query.refetch() : handset.query.refetch()),
    take,
    startOver: () => startOver.mutate(),
    startingOver: startOver.isPending,
    handset,
    picked: pickedOf(handset.messages, chosen),
    pick: setChosen,
  };
}

export type Bench = ReturnType<typeof useBench>;
