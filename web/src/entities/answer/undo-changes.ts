// Undo for several answers that were changed at once, by a file or a catalog.

import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { toastError } from "../../forms/toast-error";
import { AnswerHistoryService } from "../../gen/parlor/v1/answer_history_service_pb";
import type { AnswerChange } from "../../gen/parlor/v1/answer_version_pb";
import { toast } from "../../ui";
import { changesLabels } from "./changes-labels";
import { useRefreshAnswers } from "./queries";

/** Maximum number of questions named in the message. */
const maxNamed = 3;

export type UndoableChange = {
  communityId: string;
  changes: AnswerChange[];
  /** Title after the change: "3 answers imported." */
  done: string;
  /** Title after it was undone: "Import undone." */
  back: string;
};

/** "“Pool?”, 2 more changed since then. Later changes were kept." */
function keptLabel(kept: readonly string[], count: number): string {
  const named = kept.slice(0, maxNamed).map(changesLabels.question);
  const more = count - named.length;
  if (more > 0) named.push(changesLabels.more(more));
  return changesLabels.kept(named.join(", "));
}

/** Returns a function that reports a change and offers to undo it. */
export function useOfferUndo() {
  const transport = useTransport();
  const refresh = useRefreshAnswers();

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
    void refresh(communityId);
  }

  return (change: UndoableChange) =>
    toast.undo({ title: change.done, onUndo: () => void undo(change) });
}
