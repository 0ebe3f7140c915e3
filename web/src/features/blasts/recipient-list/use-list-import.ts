import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { useEffect, useState } from "react";
import { toProblem } from "../../../api/problem";
import {
  type ImportRecipientListRequestSchema,
  type RecipientColumns,
  RecipientColumnsSchema,
} from "../../../gen/parlor/v1/audience_service_pb";
import { toDataUrl } from "../../../lib/data-url";
import { useDebounced } from "../../../lib/use-debounced";
import { useImportRecipientList } from "../queries";
import { labels } from "./labels";

const maxMegabytes = 5;
/** Delay after a change before pasted text is parsed, in milliseconds. */
const parseDelay = 300;

export type ListSource = "numbers" | "file";
export type ImportRequest = MessageInitShape<typeof ImportRecipientListRequestSchema>;

/** The source of a list, parsed by the server on each change. */
export function useListImport(communityId: string) {
  const [kind, setKind] = useState<ListSource>("numbers");
  const [numbers, setNumbers] = useState("");
  const [file, setFile] = useState<{ name: string; data: string }>();
  const [columns, setColumns] = useState<RecipientColumns>();
  const [fileError, setFileError] = useState("");
  const { mutate: parse, ...parsing } = useImportRecipientList();
  const pasted = useDebounced(numbers, parseDelay);
  const source: ImportRequest["source"] =
    kind === "file"
      ? { case: "file", value: file?.data ?? "" }
      : { case: "numbers", value: pasted };
  const isEmpty = !source.value?.trim();

  const request: ImportRequest = { communityId, source, ...(columns ? { columns } : {}) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the parts of the request
  useEffect(() => {
    if (communityId && !isEmpty) parse({ ...request, isDryRun: true });
  }, [communityId, kind, pasted, file, columns]);

  const chooseFile = async (chosen: File) => {
    setFileError("");
    if (chosen.size > maxMegabytes * 1024 * 1024) {
      return setFileError(labels.fileTooLarge(chosen.name, maxMegabytes));
    }
    try {
      const data = await toDataUrl(chosen);
      setColumns(undefined);
      setFile({ name: chosen.name, data });
    } catch {
      setFileError(labels.fileUnreadable(chosen.name));
    }
  };
  const setColumn = (column: keyof typeof noColumns, value: number) => {
    const current = clone(
      RecipientColumnsSchema,
      columns ?? parsing.data?.columns ?? create(RecipientColumnsSchema),
    );
    current[column] = value;
    setColumns(current);
  };
  const problem = parsing.error ? toProblem(parsing.error) : undefined;
  return {
    ...{ kind, setKind, numbers, setNumbers, file, setColumn, request, maxMegabytes },
    chooseFile: (chosen: File) => void chooseFile(chosen),
    sourceError:
      fileError || problem?.fields.file || problem?.fields.data || problem?.fields.numbers,
    isParsing: parsing.isPending || numbers !== pasted,
    parsed: isEmpty || problem ? undefined : parsing.data,
  };
}

export const noColumns = { phone: 0, name: 0, unit: 0, building: 0 };
export type ListImport = ReturnType<typeof useListImport>;
