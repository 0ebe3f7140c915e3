// Several answers changed at once, by a file or by a catalog, are taken back at once.

import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { toastError } from "../../forms/toast-error";
import { AnswerHistoryService } from "../../gen/parlor/v1/answer_history_service_pb";
import type { AnswerChange } from "../../gen/parlor/v1/answer_version_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";
import { toast } from "../../ui";

/** So many questions are named. */
const maxNamed = 3;

export type UndoableChange = {
  communityId: string;
  changes: AnswerChange[];
  /** What was done: "3 answers imported." */
  done: string;
  /** What it is when all of it is taken back: "The import is taken back." */
  back: string;
};

/** "“Pool?” and 2 more stayed." */
function keptLabel(kept: readonly string[], count: number): string {
  const named = kept.slice(0, maxNamed).map((question) => `“${question}”`);
  const more = count - named.length;
  if (more > 0) named.push(`${more.toLocaleString("en")} more`);
  return `${named.join(", ")} changed since then, and stayed.`;
}

/** Tells what was done, and offers to take it back. */
export function useOfferUndo() {
  const transport = useTransport();
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: KnowledgeService, cardinality: undefined }),
    });

  async function undo({ communityId, changes, back }: UndoableChange) {
    try {
      const method = AnswerHistoryService.method.undoAnswerChanges;
      const { kept, keptCount } = await callUnaryMethod(transport, method, {
        communityId,
        changes,
      });
      if (keptCount > 0) toast.warning({ title: back, text: keptLabel(kept, keptCount) });
      else toast.success(back);
    } catch (error) {
      toastError(error);
    }
    await refresh();
  }

  return (change: UndoableChange) =>
    toast.undo({ title: change.done, onUndo: () => void undo(change) });
}
