import { Suspense, useState } from "react";
import { tell } from "../../forms/tell";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { part, useAtHand } from "../../lib/load";
import { whenWords } from "../../lib/when";
import { Button, Menu } from "../../ui";
import { snoozeTimes } from "./snooze-times";
import type { Acts } from "./use-acts";

const readChoice = () => import("./choose-time");
const ChooseTime = part(readChoice);

type Props = { conversation: Conversation; acts: Acts };

/** Puts it aside until a time: the usual ones, or any. */
export function Snooze({ conversation, acts }: Props) {
  const [choosing, setChoosing] = useState(false);
  useAtHand(readChoice);
  const now = new Date();
  const times = snoozeTimes(now);
  return (
    <>
      <Menu
        label="Snooze"
        items={[
          ...times.map(({ label, until }) => ({
            id: label,
            label,
            aside: <span className="caption">{whenWords(until, now)}</span>,
            onAction: () => void acts.snooze(conversation, until).catch(tell),
          })),
          "rule" as const,
          { id: "choose", label: "Choose a time…", onAction: () => setChoosing(true) },
        ]}
        trigger={
          <Button size="small" icon="clock">
            Snooze
          </Button>
        }
      />
      {choosing ? (
        <Suspense>
          <ChooseTime conversation={conversation} acts={acts} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
