// Several answers changed at once, by a file or by a catalogue, are taken back at once.

import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { AnswerHistoryService } from "../gen/parlor/v1/answer_history_service_pb";
import type { AnswerChange } from "../gen/parlor/v1/answer_version_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { toast } from "../ui";
import { tell } from "./tell";

/** So many questions are named. */
const most = 3;

export type Made = {
  communityId: string;
  changes: AnswerChange[];
  /** What was done: "3 answers imported." */
  done: string;
  /** What it is when all of it is taken back: "The import is taken back." */
  back: string;
};

/** "“Pool?” and 2 more stayed." */
function keptWords(kept: readonly string[], count: number): string {
  const named = kept.slice(0, most).map((question) => `“${question}”`);
  const more = count - named.length;
  if (more > 0) named.push(`${more.toLocaleString("en")} more`);
  return `${named.join(", ")} changed since then, and stayed.`;
}

/** Tells what was done, and offers to take it back. */
export function useOfferUndo() {
  const transport = useTransport();
  const client = useQueryClient();
  const readAgain = () =>
    client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: KnowledgeService, cardinality: undefined }),
    });

  async function undo({ communityId, changes, back }: Made) {
    try {
      const method = AnswerHistoryService.method.undoAnswerChanges;
      const { kept, keptCount } = await callUnaryMethod(transport, method, {
        communityId,
        changes,
      });
      if (keptCount > 0) toast.warning({ title: back, text: keptWords(kept, keptCount) });
      else toast.success(back);
    } catch (error) {
      tell(error);
    }
    await readAgain();
  }

  return (made: Made) => toast.undo({ title: made.done, onUndo: () => void undo(made) });
}
