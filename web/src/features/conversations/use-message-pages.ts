import { useState } from "react";
import type { Message } from "../../gen/parlor/v1/conversation_pb";
import {
  joinNewest,
  type MessagePage,
  noPages,
  prependOlder,
  replaceMessage,
} from "./message-pages";
import { useOlderMessages } from "./queries";

/** All that was read of a conversation; to be used anew for another one, and for other words. */
export function useMessagePages(id: string, words: string, page: MessagePage) {
  const [stored, setRun] = useState(noPages);
  const older = useOlderMessages();
  // What was read again is joined as it comes, in the same drawing.
  const run = stored.page === page ? stored : joinNewest(stored, page);
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
              setRun((now) => prependOlder(now, before, answer)),
            ),
        }
      : undefined,
    amend: (message: Message | undefined) => setRun((now) => replaceMessage(now, message)),
  };
}
