// What the screen reads and writes.

import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import {
  CatalogueService,
  type EditCataloguesRequestSchema,
} from "../../gen/parlor/v1/catalogue_service_pb";
import { ContradictionService } from "../../gen/parlor/v1/contradiction_service_pb";
import { GapService } from "../../gen/parlor/v1/gap_service_pb";

export type Edit = Omit<
  Exclude<MessageInitShape<typeof EditCataloguesRequestSchema>, { $typeName: string }>,
  "version" | "dryRun"
>;

const methods = CatalogueService.method;

export function useCatalogues() {
  return useQuery(methods.getCatalogues, {});
}

/** What communities have of intents; nothing is asked of none. */
export function useImpact(keys: readonly string[]) {
  return useQuery(
    methods.getCatalogueImpact,
    { keys: [...keys] },
    { enabled: keys.length > 0, staleTime: 60_000, placeholderData: keepPreviousData },
  );
}

export function useVersions() {
  return useInfiniteQuery(
    methods.listCatalogueVersions,
    { pageToken: "" },
    {
      pageParamKey: "pageToken",
      getNextPageParam: (page) => page.nextPageToken || undefined,
    },
  );
}

export function useComparison(fromVersion: number, toVersion: number) {
  return useQuery(methods.compareCatalogueVersions, { fromVersion, toVersion });
}

/** What residents asked in vain: of a community, or of all that one sees. */
export function useGaps(communityId: string) {
  return useQuery(GapService.method.listGaps, { communityId });
}

/** The pairs of a community's answers that seem to say different things. */
export function useContradictions(communityId: string) {
  return useQuery(ContradictionService.method.listContradictions, { communityId });
}

function useReadAgain() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: CatalogueService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

export function useEdit() {
  return useMutation(methods.editCatalogues, { onSettled: useReadAgain() });
}

/** Brings a file in, or with dryRun tells what it would do. */
export function useImport() {
  return useMutation(methods.importCatalogue, { onSettled: useReadAgain() });
}

export function useUndo() {
  return useMutation(methods.undoCatalogueEdit, { onSettled: useReadAgain() });
}

export function useDiscard() {
  return useMutation(methods.discardCatalogueDraft, { onSettled: useReadAgain() });
}

export function usePublish() {
  return useMutation(methods.publishCatalogues, { onSettled: useReadAgain() });
}

export function useRollBack() {
  return useMutation(methods.rollBackCatalogues, { onSettled: useReadAgain() });
}

export function useExport() {
  return useMutation(methods.exportCatalogue);
}

/** What an edit would do to the draft. */
export function useTrialEdit(version: number, edit: Edit, enabled: boolean) {
  return useQuery(
    methods.editCatalogues,
    { ...edit, version, dryRun: true },
    { enabled: enabled && version > 0, retry: false, placeholderData: keepPreviousData },
  );
}
