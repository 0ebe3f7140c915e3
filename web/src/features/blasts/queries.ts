// Queries and mutations of the text blast screen.

import { create } from "@bufbuild/protobuf";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useTransport,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pagination, toListing, toUnpagedListing } from "../../api/listing";
import { deleteWithUndo, usePendingDeletions } from "../../forms/delete-with-undo";
import type { Audience, AudienceFilter } from "../../gen/parlor/v1/audience_pb";
import { AudienceService } from "../../gen/parlor/v1/audience_service_pb";
import type { Blast, BlastDelay } from "../../gen/parlor/v1/blast_pb";
import {
  BlastService,
  type GetBlastResponse,
  GetBlastResponseSchema,
} from "../../gen/parlor/v1/blast_service_pb";
import { LinkService } from "../../gen/parlor/v1/link_service_pb";
import { labels } from "./labels";
import { type RecipientFilter, type Tab, tabStates } from "./url-state";

const blasts = BlastService.method;
const audiences = AudienceService.method;

export function useBlasts(tab: Tab) {
  const states = [...tabStates[tab]];
  const query = useInfiniteQuery(blasts.listBlasts, { states, pageToken: "" }, pagination);
  const leaving = usePendingDeletions();
  const listing = toListing(query, (page) => page.blasts);
  return { ...listing, rows: listing.rows?.filter(({ id }) => !leaving.has(id)) };
}

export function useBlast(id: string) {
  return useQuery(blasts.getBlast, { id });
}

/**
 * Returns a function that refetches reviews and recipient lists, which are outdated after a change.
 */
function useForgetRecipients() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [
      createConnectQueryKey({ schema: blasts.reviewBlast, cardinality: undefined }),
      createConnectQueryKey({ schema: blasts.listBlastRecipients, cardinality: undefined }),
      createConnectQueryKey({ schema: blasts.listBlastPreviews, cardinality: undefined }),
    ]) {
      client.removeQueries({ queryKey, type: "inactive" });
      void client.invalidateQueries({ queryKey });
    }
  };
}

/** Returns a function that caches a changed blast and refetches the lists. */
function useKeepBlast() {
  const client = useQueryClient();
  const transport = useTransport();
  const forgetRecipients = useForgetRecipients();
  return (blast: Blast | undefined) => {
    if (!blast) return;
    const { id } = blast;
    const one = createConnectQueryKey({
      schema: blasts.getBlast,
      input: { id },
      transport,
      cardinality: "finite",
    });
    client.setQueryData(one, (before: GetBlastResponse | undefined) =>
      create(GetBlastResponseSchema, { blast, links: before?.links ?? [] }),
    );
    forgetRecipients();
    const queryKey = createConnectQueryKey({
      schema: blasts.listBlasts,
      cardinality: undefined,
    });
    void client.invalidateQueries({ queryKey });
  };
}

/** Options that all mutations of a blast share. */
function useBlastOptions() {
  const keep = useKeepBlast();
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: blasts.getBlast, cardinality: undefined });
  return {
    onSuccess: ({ blast }: { blast?: Blast }) => keep(blast),
    // A colleague may have changed it, or it may have started.
    onError: () => void client.invalidateQueries({ queryKey }),
  };
}

export const useCreateBlast = () => useMutation(blasts.createBlast, useBlastOptions());
export const useUpdateBlast = () => useMutation(blasts.updateBlast, useBlastOptions());
export const useSetPicture = () => useMutation(blasts.setBlastPicture, useBlastOptions());
export const useDeletePicture = () => useMutation(blasts.deleteBlastPicture, useBlastOptions());
export const useScheduleBlast = () => useMutation(blasts.scheduleBlast, useBlastOptions());
export const useApproveBlast = () => useMutation(blasts.approveBlast, useBlastOptions());
export const useRejectBlast = () => useMutation(blasts.rejectBlast, useBlastOptions());
export const useUnscheduleBlast = () => useMutation(blasts.unscheduleBlast, useBlastOptions());
export const usePauseBlast = () => useMutation(blasts.pauseBlast, useBlastOptions());
export const useResumeBlast = () => useMutation(blasts.resumeBlast, useBlastOptions());
export const useCancelBlast = () => useMutation(blasts.cancelBlast, useBlastOptions());

export const useRetryBlast = () => useMutation(blasts.retryBlast, useBlastOptions());

/**
 * Exports the recipients of a page token to a file. Each press creates a new file. The token of the
 * next file is kept when the link is dismissed.
 */
export function useExportBlast(id: string, pageToken = "") {
  const [nextPageToken, setNextPageToken] = useState("");
  const { data, mutate, reset, ...rest } = useMutation(blasts.exportBlast, {
    onSuccess: (file) => setNextPageToken(file.nextPageToken),
  });
  const onExport = () => mutate({ id, pageToken });
  return { ...rest, link: data, nextPageToken, onExport, onDismiss: reset };
}

export type BlastExport = ReturnType<typeof useExportBlast>;

/** Shortens links in a blast's text. Clicks are counted for the blast. */
export function useShortLink(blastId: string) {
  const { mutateAsync, isPending } = useMutation(LinkService.method.createShortLink);
  const shorten = async (url: string) => (await mutateAsync({ url, campaign: blastId })).url;
  return { shorten, isPending };
}

export function useSendTest() {
  return useMutation(blasts.sendBlastTest);
}

export function useDeleteBlast() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(blasts.deleteBlast);
  return ({ id, title }: Blast) => {
    const drop = async () => {
      await mutateAsync({ id });
      const queryKey = createConnectQueryKey({ schema: blasts.listBlasts, cardinality: undefined });
      await client.invalidateQueries({ queryKey });
    };
    deleteWithUndo({ id, name: title, title: labels.draftDeleted, drop });
  };
}

/** Reviews a draft for a start; empty for now. */
export function useReview(id: string, startsAtLocal: string) {
  return useQuery(blasts.reviewBlast, { id, startsAtLocal });
}

/** Filter of recipients. For a draft, also by why they would get the text later with a start. */
export type ListedRecipients = RecipientFilter & { delay?: BlastDelay; startsAtLocal?: string };

export function useRecipients(id: string, filter: ListedRecipients) {
  const request = { id, ...filter, pageToken: "" };
  const query = useInfiniteQuery(blasts.listBlastRecipients, request, pagination);
  return toListing(query, (page) => page.recipients);
}

export function useAudiences() {
  const query = useQuery(audiences.listAudiences, {});
  const leaving = usePendingDeletions();
  const listing = toUnpagedListing(query, (response) => response.audiences);
  return { ...listing, rows: listing.rows?.filter(({ id }) => !leaving.has(id)) };
}

/** Loads how many people match a filter, and the filter values its communities have. */
export function useAudienceDescription(filter: AudienceFilter | undefined) {
  const enabled = filter !== undefined && filter.communityIds.length > 0;
  return useQuery(audiences.describeAudience, filter ? { filter } : {}, {
    enabled,
    placeholderData: keepPreviousData,
  });
}

function useRefreshAudiences() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({
    schema: audiences.listAudiences,
    cardinality: undefined,
  });
  return () => client.invalidateQueries({ queryKey });
}

export function useCreateAudience() {
  return useMutation(audiences.createAudience, { onSuccess: useRefreshAudiences() });
}

/** Changes a saved audience, including for the drafts and scheduled blasts that use it. */
export function useUpdateAudience() {
  const forgetRecipients = useForgetRecipients();
  const refresh = useRefreshAudiences();
  return useMutation(audiences.updateAudience, {
    onSuccess: async () => {
      forgetRecipients();
      await refresh();
    },
    // A colleague may have changed or deleted it.
    onError: () => void refresh(),
  });
}

/** Parses a list of recipients and, unless it is a dry run, saves it. */
export function useImportRecipientList() {
  const refresh = useRefreshAudiences();
  return useMutation(audiences.importRecipientList, {
    onSuccess: ({ audience }) => (audience ? refresh() : undefined),
  });
}

export function useDeleteAudience() {
  const refresh = useRefreshAudiences();
  const { mutateAsync } = useMutation(audiences.deleteAudience, { onSuccess: refresh });
  return ({ id, name }: Audience) =>
    deleteWithUndo({
      id,
      name,
      title: labels.audienceDeleted,
      drop: () => mutateAsync({ id }),
    });
}
