import { callUnaryMethod, useMutation, useTransport } from "@connectrpc/connect-query";
import { useState } from "react";
import { toProblem } from "../../api/problem";
import { useStoreCommunity } from "../../entities/community/use-store-community";
import { toastFailure } from "../../forms/toast-error";
import {
  type CompareAnswersResponse,
  PlaygroundService,
} from "../../gen/parlor/v1/playground_service_pb";
import { localStore, readJson, writeJson } from "../../lib/storage";
import { toast } from "../../ui";
import { variantLabels } from "./labels";
import { changedSince, type StoredOutcomes, toStoredOutcomes, type Variant } from "./variant";

export type ComparisonResult = {
  result: CompareAnswersResponse;
  /** The variants as they were compared. */
  variants: { A: Variant; B: Variant };
  /** Questions whose outcome differs from the last comparison. */
  changed: Set<string>;
};

/** Compares two variants; the last comparison of each community is kept in this browser. */
export function useCompare(communityId: string) {
  const [compared, setCompared] = useState<ComparisonResult>();
  const key = `parlor.compared.${communityId}`;
  const compare = useMutation(PlaygroundService.method.compareAnswers, {
    onSuccess: (result, { left, right }) => {
      const now = toStoredOutcomes(result);
      const before = readJson<StoredOutcomes>(localStore, key);
      const variants = { A: left as Variant, B: right as Variant };
      setCompared({ result, variants, changed: changedSince(before, now) });
      writeJson(localStore, key, now);
    },
  });
  return {
    compared,
    compare: (questions: string[], left: Variant, right: Variant, onSettled: () => void) =>
      compare.mutate({ communityId, questions, left, right }, { onSettled }),
    comparing: compare.isPending,
    problem: compare.error ? toProblem(compare.error) : undefined,
  };
}

/** Applies a variant to the community, with undo. */
export function usePromoteVariant(communityId: string) {
  const store = useStoreCommunity(communityId);
  const promote = useMutation(PlaygroundService.method.promoteVariant, {
    onSuccess: ({ textCommunity }) => store(textCommunity),
  });

  async function undo(before: Variant, after: Variant) {
    try {
      await promote.mutateAsync({ communityId, before: after, after: before });
    } catch (error) {
      toastFailure(variantLabels.undoFailed, error);
    }
  }

  return {
    promoting: promote.isPending,
    promote: async (before: Variant, after: Variant) => {
      await promote.mutateAsync({ communityId, before, after });
      toast.undo({
        title: variantLabels.applied,
        onUndo: () => void undo(before, after),
      });
    },
  };
}

/** Returns a function that loads recent questions of residents. */
export function useRecentQuestions(communityId: string) {
  const transport = useTransport();
  return async () => {
    const list = PlaygroundService.method.listAskedQuestions;
    return (await callUnaryMethod(transport, list, { communityId })).questions;
  };
}
