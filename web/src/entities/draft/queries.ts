// Queries and mutations of drafts.

import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
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
  DraftService,
  type GetDraftResponse,
  GetDraftResponseSchema,
} from "../../gen/parlor/v1/draft_service_pb";
import { queryLabels } from "./query-labels";

const drafts = DraftService.method;

export function useDrafts(kinds: DraftKind[]) {
  const query = useInfiniteQuery(drafts.listDrafts, { kinds, pageToken: "" }, pagination);
  const pending = usePendingDeletions();
  const listing = toListing(query, (page) => page.drafts);
  return { ...listing, rows: listing.rows?.filter(({ id }) => !pending.has(id)) };
}

export function useDraft(id: string) {
  return useQuery(drafts.getDraft, { id }, { enabled: id !== "" });
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

function useRefreshLists() {
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
