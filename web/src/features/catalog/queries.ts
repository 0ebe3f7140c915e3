// Queries and mutations of the catalog screen.

import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import {
  CatalogService,
  type EditCatalogsRequestSchema,
} from "../../gen/parlor/v1/catalog_service_pb";
import { ContradictionService } from "../../gen/parlor/v1/contradiction_service_pb";
import { UnansweredQuestionService } from "../../gen/parlor/v1/unanswered_question_service_pb";

export type IntentEdit = NonNullable<
  Exclude<MessageInitShape<typeof EditCatalogsRequestSchema>, { $typeName: string }>["edit"]
>;

const methods = CatalogService.method;

export function useCatalogs() {
  return useQuery(methods.getCatalogs, {});
}

/** Loads how communities use the given intents. Without keys, nothing is loaded. */
export function useImpact(keys: readonly string[]) {
  return useQuery(
    methods.getCatalogImpact,
    { keys: [...keys] },
    { enabled: keys.length > 0, staleTime: 60_000, placeholderData: keepPreviousData },
  );
}

export function useVersions() {
  return useInfiniteQuery(methods.listCatalogVersions, { pageToken: "" }, pagination);
}

export function useComparison(fromVersion: number, toVersion: number) {
  return useQuery(methods.compareCatalogVersions, { fromVersion, toVersion });
}

/** Loads unanswered questions of a community, or of all that the user may see. */
export function useGaps(communityId: string) {
  return useQuery(UnansweredQuestionService.method.listUnansweredQuestions, { communityId });
}

/** Loads the pairs of a community's answers that may conflict. */
export function useContradictions(communityId: string) {
  return useQuery(ContradictionService.method.listContradictions, { communityId });
}

function useRefresh() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: CatalogService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

export function useEditCatalog() {
  return useMutation(methods.editCatalogs, { onSettled: useRefresh() });
}

/** Imports a file, or only previews the changes with `dryRun`. */
export function useImportCatalog() {
  return useMutation(methods.importCatalog, { onSettled: useRefresh() });
}

export function useUndoEdit() {
  return useMutation(methods.undoCatalogEdit, { onSettled: useRefresh() });
}

export function useDiscardDraft() {
  return useMutation(methods.discardCatalogDraft, { onSettled: useRefresh() });
}

export function usePublishDraft() {
  return useMutation(methods.publishCatalogs, { onSettled: useRefresh() });
}

export function useRollBack() {
  return useMutation(methods.rollBackCatalogs, { onSettled: useRefresh() });
}

export function useExportCatalog() {
  return useMutation(methods.exportCatalog);
}

/** Loads the impact of an edit on the draft. */
export function useEditImpact(version: number, edit: IntentEdit, enabled: boolean) {
  return useQuery(
    methods.editCatalogs,
    { edit, version, dryRun: true },
    { enabled: enabled && version > 0, retry: false, placeholderData: keepPreviousData },
  );
}
