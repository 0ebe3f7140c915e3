import { useState } from "react";
import { toProblem } from "../../../api/problem";
import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { useDebounced } from "../../../lib/use-debounced";
import { useReview } from "../queries";

/** Delay after a change of the start before the blast is reviewed again, in milliseconds. */
const reviewDelay = 400;

/** A review, and the start that it is for. An empty start is now. */
export type StartReview = { review: ReviewBlastResponse; startsAtLocal: string };

/** Reviews a draft for a start. Returns the previous review until the next one is loaded. */
export function useStartReview(id: string) {
  const [start, setStart] = useState("");
  const startsAtLocal = useDebounced(start, reviewDelay);
  const query = useReview(id, startsAtLocal);
  const [last, setLast] = useState<StartReview>();
  const { data: review } = query;
  if (review && review !== last?.review) setLast({ review, startsAtLocal });
  return {
    reviewed: review ? { review, startsAtLocal } : last,
    setStart,
    problem: query.error && !review ? toProblem(query.error) : undefined,
    onRetry: () => void query.refetch(),
    isUpdating: query.isFetching || start !== startsAtLocal,
  };
}

export type StartReviewing = ReturnType<typeof useStartReview>;
