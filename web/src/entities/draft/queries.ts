// Queries and mutations of drafts.

import { create } from "@bufbuild/protobuf";
import { Code, createClient } from "@connectrpc/connect";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useTransport,
} from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { pagination, toListing } from "../../api/listing";
import { deleteWithUndo, usePendingDeletions } from "../../forms/delete-with-undo";
import type { Draft, DraftKind } from "../../gen/parlor/v1/draft_pb";
import {
  DraftScope,
  DraftService,
  type GetDraftResponse,
  GetDraftResponseSchema,
} from "../../gen/parlor/v1/draft_service_pb";
import { queryLabels } from "./query-labels";

const drafts = DraftService.method;

/** The user's own drafts, or those that are shared with the company. */
export function useDrafts(kinds: DraftKind[], isShared: boolean) {
  const scope = isShared ? DraftScope.SHARED : DraftScope.MINE;
  const query = useInfiniteQuery(drafts.listDrafts, { kinds, scope, pageToken: "" }, pagination);
  const pending = usePendingDeletions();
  const listing = toListing(query, (page) => page.drafts);
  return { ...listing, rows: listing.rows?.filter(({ id }) => !pending.has(id)) };
}

/** Events report changes by colleagues. A draft of the user is current: its stream is newer. */
const meta = {
  followsEvents: (data: unknown) => (data as GetDraftResponse | undefined)?.draft?.isOwn === false,
};

/** A draft of the user, or one that a colleague shares until it is gone. */
export function useDraft(id: string) {
  const query = useQuery(drafts.getDraft, { id }, { enabled: id !== "", meta });
  const isGone = query.error?.code === Code.NotFound;
  return {
    draft: isGone ? undefined : query.data?.draft,
    isGone,
    isLoading: query.isLoading,
    error: query.error,
    onRetry: () => void query.refetch(),
  };
}

export function useDraftVersion(id: string, number: number) {
  return useQuery(drafts.getDraftVersion, { id, number }, { enabled: number > 0 });
}

export function useDraftingStatus() {
  return useQuery(drafts.getDraftingStatus, {});
}

/** Returns a function that changes the cached draft. */
export function useCachedDraft() {
  const client = useQueryClient();
  const transport = useTransport();
  return useCallback(
    (id: string, change: (before: Draft | undefined) => Draft | undefined) => {
      const queryKey = createConnectQueryKey({
        schema: drafts.getDraft,
        input: { id },
        transport,
        cardinality: "finite",
      });
      client.setQueryData(queryKey, (before: GetDraftResponse | undefined) => {
        const draft = change(before?.draft);
        return draft ? create(GetDraftResponseSchema, { draft }) : before;
      });
    },
    [client, transport],
  );
}

export function useRefreshLists() {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [
      createConnectQueryKey({ schema: drafts.listDrafts, cardinality: undefined }),
      createConnectQueryKey({ schema: drafts.getDraftingStatus, cardinality: undefined }),
    ]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client]);
}

/** Caches the draft of a response and refreshes the lists. */
export function useKeepDraft() {
  const cache = useCachedDraft();
  const refresh = useRefreshLists();
  return useCallback(
    (draft: Draft | undefined) => {
      if (draft) cache(draft.id, () => draft);
      refresh();
    },
    [cache, refresh],
  );
}

function useDraftOptions() {
  const keep = useKeepDraft();
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: drafts.getDraft, cardinality: undefined });
  return {
    onSuccess: ({ draft }: { draft?: Draft }) => keep(draft),
    onError: () => void client.invalidateQueries({ queryKey }),
  };
}

export const useCreateDraft = () => useMutation(drafts.createDraft, useDraftOptions());
export const useCopyDraft = () => useMutation(drafts.copyDraft, useDraftOptions());
export const useStopDraft = () => useMutation(drafts.stopDraft, useDraftOptions());
export const useContinueDraft = () => useMutation(drafts.continueDraft, useDraftOptions());
export const useRegenerateDraft = () => useMutation(drafts.regenerateDraft, useDraftOptions());
export const useUpdateDraftText = () => useMutation(drafts.updateDraftText, useDraftOptions());
/** Returns a function that exports a draft as a Word document. */
export function useExportDraft() {
  const transport = useTransport();
  return (id: string) => createClient(DraftService, transport).exportDraft({ id });
}

export function useRewriteText() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({
    schema: drafts.getDraftingStatus,
    cardinality: undefined,
  });
  const onSettled = () => void client.invalidateQueries({ queryKey });
  return useMutation(drafts.rewriteText, { onSettled });
}

export const useReadDocument = () => useMutation(drafts.readDocument);
export const useSetFeedback = () => useMutation(drafts.setDraftFeedback, useDraftOptions());

export function useDeleteDraft() {
  const refresh = useRefreshLists();
  const { mutateAsync } = useMutation(drafts.deleteDraft, { onSuccess: refresh });
  return ({ id, title }: { id: string; title: string }) =>
    deleteWithUndo({
      id,
      name: title,
      title: queryLabels.deleted,
      drop: () => mutateAsync({ id }),
    });
}
