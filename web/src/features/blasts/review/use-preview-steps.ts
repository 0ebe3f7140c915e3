// Steps through the texts of a draft, one recipient at a time.

import { useInfiniteQuery } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { pagination } from "../../../api/listing";
import { toProblem } from "../../../api/problem";
import { BlastService } from "../../../gen/parlor/v1/blast_service_pb";
import { useDebounced } from "../../../lib/use-debounced";

/** Delay after a change before recipients are searched, in milliseconds. */
const searchDelay = 300;

/** Number of recipients before the last loaded one at which more are loaded. */
const readAhead = 5;

/** `recipientCount` is the number of recipients of the draft. */
export function usePreviewSteps(id: string, recipientCount: number) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const wanted = useDebounced(query.trim(), searchDelay);
  const request = { id, query: wanted, pageToken: "" };
  const pages = useInfiniteQuery(BlastService.method.listBlastPreviews, request, {
    ...pagination,
    enabled: recipientCount > 0,
    placeholderData: keepPreviousData,
  });
  const previews = pages.data?.pages.flatMap((page) => page.previews);
  const at = Math.min(chosen, Math.max(0, (previews?.length ?? 0) - 1));
  const isSearching = query.trim() !== wanted || pages.isPlaceholderData;
  const goTo = (to: number) => {
    setChosen(to);
    const left = (previews?.length ?? 0) - to;
    if (left <= readAhead && pages.hasNextPage && !pages.isFetchingNextPage) {
      void pages.fetchNextPage();
    }
  };
  return {
    query,
    setQuery: (next: string) => {
      setQuery(next);
      setChosen(0);
    },
    goTo,
    at,
    preview: previews?.[at],
    isRead: previews !== undefined,
    isSearching,
    /** Number of recipients. Unset while not all search results are loaded. */
    count: wanted ? (pages.hasNextPage ? undefined : previews?.length) : recipientCount,
    hasNext: previews !== undefined && at < previews.length - 1,
    isReadingOn: pages.isFetchingNextPage,
    problem: pages.error && !previews ? toProblem(pages.error) : undefined,
    onRetry: () => void pages.refetch(),
    pending: pages.isFetching,
  };
}

export type PreviewSteps = ReturnType<typeof usePreviewSteps>;
