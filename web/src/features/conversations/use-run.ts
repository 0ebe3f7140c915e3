import { useState } from "react";
import type { Message } from "../../gen/parlor/v1/conversation_pb";
import { useOlder } from "./queries";
import { amended, continued, joined, type MessagePage, noRun } from "./run";

/** All that was read of a conversation; to be used anew for another one, and for other words. */
export function useRun(id: string, words: string, page: MessagePage) {
  const [stored, setRun] = useState(noRun);
  const older = useOlder();
  // What was read again is joined as it comes, in the same drawing.
  const run = stored.page === page ? stored : joined(stored, page);
  if (run !== stored) setRun(run);
  const { before } = run;
  return {
    messages: run.messages,
    older: before
      ? {
          pending: older.pending,
          failed: older.failed,
          onMore: () =>
            older.read(id, words, before, (answer) =>
              setRun((now) => continued(now, before, answer)),
            ),
        }
      : undefined,
    amend: (message: Message | undefined) => setRun((now) => amended(now, message)),
  };
}
