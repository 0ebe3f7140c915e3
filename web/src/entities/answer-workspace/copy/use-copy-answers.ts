import type { Transport } from "@connectrpc/connect";
import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Problem, toProblem } from "../../../api/problem";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { KnowledgeService } from "../../../gen/parlor/v1/knowledge_service_pb";
import { toast } from "../../../ui";
import { changesLabels } from "../../answer/changes-labels";
import { labels as answerLabels } from "../../answer/labels";
import { useRefreshAnswers } from "../../answer/queries";
import type { CopyStep } from "./copy-plan";
import { dialogLabels } from "./dialog-labels";

const { createAnswer, updateAnswer, deleteAnswer } = KnowledgeService.method;

/** The target's answer after the copy, and before it. */
type CopiedAnswer = { made: Answer; before: Answer | undefined };
type CopyOutcome = { copied: CopiedAnswer[]; problems: Problem[] };

async function copyAnswer(transport: Transport, { communityId, mine, theirs }: CopyStep) {
  const { category, question, samples, answer, source, validUntil } = mine;
  const { answer: made } = theirs
    ? await callUnaryMethod(transport, updateAnswer, {
        communityId,
        id: theirs.id,
        version: theirs.version,
        category,
        answer,
        source,
        copied: true,
      })
    : await callUnaryMethod(transport, createAnswer, {
        communityId,
        category,
        question,
        samples,
        answer,
        source,
        validUntil,
        copied: true,
      });
  return made;
}

/** Restores the previous state. Answers that a colleague changed since are left alone. */
async function undoCopy(transport: Transport, { made, before }: CopiedAnswer) {
  const { communityId, id, version } = made;
  if (!before) return callUnaryMethod(transport, deleteAnswer, { communityId, id });
  const { category, answer, source } = before;
  return callUnaryMethod(transport, updateAnswer, {
    communityId,
    id,
    version,
    category,
    answer,
    source,
  });
}

const toCommunityIds = (entries: readonly { communityId: string }[]) => [
  ...new Set(entries.map(({ communityId }) => communityId)),
];

/** Copies answers one by one, shows the progress, and offers to undo all of it. */
export function useCopyAnswers() {
  const transport = useTransport();
  const [done, setDone] = useState(0);
  const refreshAnswers = useRefreshAnswers();
  const refresh = (communityIds: readonly string[]) =>
    Promise.all(communityIds.map(refreshAnswers));

  async function undo(copied: readonly CopiedAnswer[]) {
    let kept = 0;
    for (const one of copied) await undoCopy(transport, one).catch(() => (kept += 1));
    await refresh(toCommunityIds(copied.map(({ made }) => made)));
    if (kept > 0) toast.warning(changesLabels.kept(answerLabels.answerCount(kept)));
    else toast.success(dialogLabels.undone);
  }

  const copying = useMutation({
    mutationFn: async (steps: readonly CopyStep[]): Promise<CopyOutcome> => {
      const outcome: CopyOutcome = { copied: [], problems: [] };
      setDone(0);
      for (const step of steps) {
        try {
          const made = await copyAnswer(transport, step);
          if (made) outcome.copied.push({ made, before: step.theirs });
        } catch (error) {
          outcome.problems.push(toProblem(error));
        }
        setDone((count) => count + 1);
      }
      await refresh(toCommunityIds(steps));
      return outcome;
    },
    onSuccess: ({ copied }) => {
      if (copied.length === 0) return;
      const communities = toCommunityIds(copied.map(({ made }) => made)).length;
      toast.undo({
        title: dialogLabels.copied(answerLabels.answerCount(copied.length)),
        text: dialogLabels.copiedHint(communities),
        onUndo: () => void undo(copied),
      });
    },
  });

  return { copying, done };
}
