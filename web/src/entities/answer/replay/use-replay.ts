import { useQuery } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { toProblem } from "../../../api/problem";
import {
  type ReplayQuestionsResponse,
  ReplayService,
} from "../../../gen/parlor/v1/replay_service_pb";
import { useDebounced } from "../../../lib/use-debounced";

/** An unsaved change to an answer. Unset fields stay unchanged. */
export type UnsavedChange = {
  communityId: string;
  /** ID of the answer; empty for a new one. */
  id: string;
  question?: string;
  answer?: string;
  samples?: string[];
  removeSamples?: string[];
};

/** Pause in typing after which the replay starts, in milliseconds. */
const typingDelay = 700;

/** The result of a replay, and whether it is running. */
export type ReplayState = {
  replay: ReplayQuestionsResponse | undefined;
  waiting: boolean;
  failed: boolean;
  retry: () => void;
};

/** Replays recent questions with an unsaved change, whenever the user pauses typing. */
export function useReplay(change: UnsavedChange | undefined): ReplayState {
  // Compared as text, because each render creates a new object.
  const debounced = useDebounced(change ? JSON.stringify(change) : "", typingDelay);
  const debouncedChange: UnsavedChange | undefined = debounced ? JSON.parse(debounced) : undefined;
  const query = useQuery(ReplayService.method.replayQuestions, debouncedChange ?? {}, {
    enabled: Boolean(change && debouncedChange),
    // Keeps the previous result while the user types.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const problem = query.error ? toProblem(query.error) : undefined;
  return {
    replay: change && !problem ? query.data : undefined,
    /** The shown result belongs to an earlier change. */
    waiting: Boolean(change) && query.isFetching,
    // Errors of the change itself are shown by the form on saving.
    failed: Boolean(change && problem?.retryable),
    retry: () => void query.refetch(),
  };
}
