import { useQuery } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { toProblem } from "../../../api/problem";
import {
  type ReplayQuestionsResponse,
  ReplayService,
} from "../../../gen/parlor/v1/replay_service_pb";
import { useDebounced } from "../../../lib/use-debounced";

/** A change to an answer that is not saved yet; what is unset stays as it is. */
export type UnsavedChange = {
  communityId: string;
  /** The answer; empty for a new one. */
  id: string;
  question?: string;
  answer?: string;
  samples?: string[];
  removeSamples?: string[];
};

/** So long one has stopped writing, in milliseconds. */
const typingDelay = 700;

/** What came of asking the last questions again, and whether it is still at it. */
export type ReplayState = {
  replay: ReplayQuestionsResponse | undefined;
  waiting: boolean;
  failed: boolean;
  retry: () => void;
};

/** What a change would do to the last questions, whenever one stops writing. */
export function useReplay(change: UnsavedChange | undefined): ReplayState {
  // As text, because every render makes the change anew.
  const rested = useDebounced(change ? JSON.stringify(change) : "", typingDelay);
  const asked: UnsavedChange | undefined = rested ? JSON.parse(rested) : undefined;
  const query = useQuery(ReplayService.method.replayQuestions, asked ?? {}, {
    enabled: Boolean(change && asked),
    // While one writes on, what was told stays.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const problem = query.error ? toProblem(query.error) : undefined;
  return {
    replay: change && !problem ? query.data : undefined,
    /** What is shown, if anything is, was of an earlier change. */
    waiting: Boolean(change) && query.isFetching,
    // What could not be saved is said by the form, when one saves.
    failed: Boolean(change && problem?.retryable),
    retry: () => void query.refetch(),
  };
}
