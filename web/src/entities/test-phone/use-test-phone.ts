import { useState } from "react";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { selectExplained } from "./sample-questions";
import { useTestMessages } from "./use-test-messages";
import { useTestNumber } from "./use-test-number";

const noNumber = { phone: "" };

/** State of a test phone: its number, its texts and the text that is explained. */
export function useTestPhone(community: Pick<TextCommunity, "id" | "number">) {
  const { number, find, take, startOver } = useTestNumber();
  const testPhone = useTestMessages(number ?? noNumber, community);
  const [chosen, setChosen] = useState<string>();
  const phone = number?.phone ?? "";
  const problem = (!number && find.error) || undefined;
  return {
    communityId: community.id,
    phone,
    /** False while the phone has no number. */
    ready: phone !== "" && !startOver.isPending,
    problem,
    retry: () => (problem ? find.mutate() : void testPhone.query.refetch()),
    take,
    startOver: () => startOver.mutate(),
    startingOver: startOver.isPending,
    testPhone,
    picked: selectExplained(testPhone.messages, chosen),
    pick: setChosen,
  };
}

export type TestPhoneState = ReturnType<typeof useTestPhone>;
