import { Suspense } from "react";
import { lazyWithReload, usePrefetch } from "../lib/lazy";
import { useLeaveConfirmation } from "./use-leave-confirmation";

const loadDialog = () => import("./leave-dialog");
const LeaveDialog = lazyWithReload(loadDialog);

/** Asks "Leave without saving?" when the user navigates away. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { isAsking, stay, leave } = useLeaveConfirmation(unsaved);
  usePrefetch(loadDialog);
  if (!isAsking) return null;
  return (
    <Suspense>
      <LeaveDialog onStay={stay} onLeave={leave} />
    </Suspense>
  );
}
