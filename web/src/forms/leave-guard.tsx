import { Suspense } from "react";
import { part, useAtHand } from "../lib/load";
import { useLeaving } from "./leaving";

const readQuestion = () => import("./leave-question");
const LeaveQuestion = part(readQuestion);

/** "Leave without saving?", when somebody leaves. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { asked, stay, leave } = useLeaving(unsaved);
  useAtHand(readQuestion);
  if (!asked) return null;
  return (
    <Suspense>
      <LeaveQuestion onStay={stay} onLeave={leave} />
    </Suspense>
  );
}
