import { clone } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useEffect } from "react";
import { type Draft, DraftSchema, DraftState } from "../../gen/parlor/v1/draft_pb";
import { DraftService, type WatchDraftResponse } from "../../gen/parlor/v1/draft_service_pb";
import { useCachedDraft, useKeepDraft } from "./queries";

const retryDelay = 1000;

export function isActive({ state }: Draft): boolean {
  return state === DraftState.QUEUED || state === DraftState.GENERATING;
}

/** Applies a message of the stream to the draft. */
export function applyMessage(before: Draft | undefined, message: WatchDraftResponse) {
  if (message.draft) return message.draft;
  if (!before) return undefined;
  const draft = clone(DraftSchema, before);
  draft.text = message.replacesText ? message.text : before.text + message.text;
  draft.sequence = message.sequence;
  if (message.progress) draft.progress = message.progress;
  return draft;
}

/**
 * Follows a draft of the user while it is being written. After a disconnect, resumes with the next
 * part.
 */
export function useLiveDraft(draft: Draft | undefined): void {
  const transport = useTransport();
  const cache = useCachedDraft();
  const keep = useKeepDraft();
  const id = draft?.isOwn && isActive(draft) ? draft.id : "";
  const start = draft?.sequence ?? 0n;
  // The stream is external to React. It starts after the loaded parts and keeps its own position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new part does not start a new stream
  useEffect(() => {
    if (!id) return undefined;
    const client = createClient(DraftService, transport);
    const line = new AbortController();
    let after = start;
    const follow = async () => {
      while (!line.signal.aborted) {
        try {
          for await (const message of client.watchDraft({ id, after }, { signal: line.signal })) {
            after = message.sequence;
            cache(id, (before) => applyMessage(before, message));
            if (message.draft && !isActive(message.draft)) return keep(message.draft);
          }
        } catch (error) {
          const { code } = ConnectError.from(error);
          if (code === Code.Unauthenticated || code === Code.NotFound) return;
        }
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
      }
    };
    void follow();
    return () => line.abort();
  }, [id, transport, cache, keep]);
}
