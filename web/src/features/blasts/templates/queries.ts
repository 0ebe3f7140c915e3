// Queries and mutations of text blast templates.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { BlastTemplateService } from "../../../gen/parlor/v1/blast_template_service_pb";

const templates = BlastTemplateService.method;

export const useTemplates = () => useQuery(templates.listBlastTemplates, {});

/** Returns a function that refetches the templates. */
export function useRefreshTemplates() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: BlastTemplateService, cardinality: undefined });
  return () => client.invalidateQueries({ queryKey });
}

function useTemplateMutation<M extends DescMethodUnary>(method: M) {
  const refresh = useRefreshTemplates();
  return useMutation<M["input"], M["output"]>(method as never, { onSettled: () => refresh() });
}

export const useDeleteTemplate = () => useTemplateMutation(templates.deleteBlastTemplate);
export const useCreateTemplate = () => useTemplateMutation(templates.createBlastTemplate);
