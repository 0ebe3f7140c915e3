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

/** Loaded messages of a conversation. Needs a new component for another conversation or search. */
export function useMessagePages(id: string, words: string, page: MessagePage) {
  const [stored, setRun] = useState(noPages);
  const older = useOlderMessages();
  // Joins a refetched page during the same render.
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
