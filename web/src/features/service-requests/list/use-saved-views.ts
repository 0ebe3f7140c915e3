// The views that the user saved for the list or the board.

import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { toastError } from "../../../forms/toast-error";
import {
  type SavedViewLayout,
  SavedViewService,
} from "../../../gen/parlor/v1/saved_view_service_pb";
import { toast } from "../../../ui";
import { viewLabels } from "./labels";
import type { View } from "./views";

const { listSavedViews, saveView, deleteSavedView } = SavedViewService.method;

/** Returns a function that refetches the saved views. */
export function useRefreshViews() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: SavedViewService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

export type SavedViews = ReturnType<typeof useSavedViews>;

export function useSavedViews(layout: SavedViewLayout) {
  const refresh = useRefreshViews();
  const query = useQuery(listSavedViews, {});
  const saving = useMutation(saveView, { onSettled: refresh });
  const deleting = useMutation(deleteSavedView, { onSettled: refresh });
  const saved = (query.data?.views ?? []).filter((view) => view.layout === layout);
  const remove = (id: string) => {
    const view = saved.find((one) => one.id === id);
    if (!view) return;
    const { name, query } = view;
    const undo = () => saving.mutate({ layout, name, query }, { onError: toastError });
    deleting.mutate(
      { id },
      {
        onError: toastError,
        onSuccess: () => toast.undo({ title: viewLabels.deleted(name), onUndo: undo }),
      },
    );
  };
  return {
    layout,
    views: saved.map(({ id, name, query }): View => ({ id, name, search: `?${query}` })),
    isPending: query.isPending,
    /** Loads the views again after a failure; undefined if there was none. */
    retry: query.isError && !query.data ? () => void query.refetch() : undefined,
    isDeleting: deleting.isPending,
    remove,
  };
}
