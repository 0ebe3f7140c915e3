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

/** What communities have of intents; nothing is asked of none. */
export function useImpact(keys: readonly string[]) {
  return useQuery(
    methods.getCatalogImpact,
    { keys: [...keys] },
    { enabled: keys.length > 0, staleTime: 60_000, placeholderData: keepPreviousData },
  );
}

export function useVersions() {
  return useInfiniteQuery(
    methods.listCatalogVersions,
    { pageToken: "" },
    {
      pageParamKey: "pageToken",
      getNextPageParam: (page) => page.nextPageToken || undefined,
    },
  );
}

export function useComparison(fromVersion: number, toVersion: number) {
  return useQuery(methods.compareCatalogVersions, { fromVersion, toVersion });
}

/** What residents asked in vain: of a community, or of all that one sees. */
export function useGaps(communityId: string) {
  return useQuery(UnansweredQuestionService.method.listUnansweredQuestions, { communityId });
}

/** The pairs of a community's answers that seem to say different things. */
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

/** Brings a file in, or with dryRun tells what it would do. */
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

/** What an edit would do to the draft. */
export function useEditImpact(version: number, edit: IntentEdit, enabled: boolean) {
  return useQuery(
    methods.editCatalogs,
    { edit, version, dryRun: true },
    { enabled: enabled && version > 0, retry: false, placeholderData: keepPreviousData },
  );
}
