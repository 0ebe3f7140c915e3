// Imports rows from a file. A preview shows what would change and which lines are skipped. Applying
// the file does exactly that, or fails without changes.

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toProblem } from "../api/problem";
import { toDataUrl } from "../lib/data-url";
import { Button, Checkbox, FileDrop, Skeleton } from "../ui";
import { FormProblem } from "./contract-form";
import { importLabels } from "./import-labels";
import { labels } from "./labels";

/** A file, and whether the checkbox below it is checked. */
export type ImportedFile = { name: string; data: string; isChecked: boolean };

type ImportOptions<Preview> = {
  megabytes: number;
  preview: (file: ImportedFile) => Promise<Preview>;
  apply: (file: ImportedFile, previewed: Preview) => Promise<void>;
};

const accept =
  ".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function useImportFile<Preview>({ megabytes, preview, apply }: ImportOptions<Preview>) {
  const [file, setFile] = useState<ImportedFile>();
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState("");
  const previewing = useMutation({ mutationFn: preview });
  const applying = useMutation({
    mutationFn: ({ file, previewed }: { file: ImportedFile; previewed: Preview }) =>
      apply(file, previewed),
  });
  const show = (next: ImportedFile) => {
    setFile(next);
    applying.reset();
    previewing.mutate(next);
  };
  const choose = async (chosen: File) => {
    setRefused("");
    if (chosen.size > megabytes * 1024 * 1024) {
      return setRefused(labels.fileTooLarge(chosen.name, megabytes));
    }
    try {
      show({ name: chosen.name, data: await toDataUrl(chosen), isChecked });
    } catch {
      setRefused(labels.fileUnreadable(chosen.name));
    }
  };
  const error = previewing.error ?? applying.error;
  const problem = error ? toProblem(error) : undefined;
  const previewed = previewing.data;
  return {
    megabytes,
    file,
    isChecked,
    setIsChecked: (on: boolean) => {
      setIsChecked(on);
      if (file) show({ ...file, isChecked: on });
    },
    choose: (chosen: File) => void choose(chosen),
    isPreviewing: previewing.isPending,
    /** Error of the file, shown at its field. */
    fileError: refused || problem?.fields.data,
    /** Any other error. */
    problem: problem?.fields.data ? undefined : problem,
    previewed,
    pending: applying.isPending,
    apply: () => file && previewed && applying.mutate({ file, previewed }),
  };
}

type Import<Preview> = ReturnType<typeof useImportFile<Preview>>;

type Props<Preview> = {
  importing: Import<Preview>;
  /** Names of the columns in the first line. */
  columns: string;
  /** Label of the checkbox. */
  checkboxLabel: string;
  children: (previewed: Preview) => ReactNode;
};

/** The file field, followed by the preview. */
export function ImportFile<Preview>({
  importing,
  columns,
  checkboxLabel,
  children,
}: Props<Preview>) {
  return (
    <div className="stack stack--loose">
      <p className="secondary">{importLabels.columnsHint(columns)}</p>
      <FileDrop
        label={importLabels.file(importing.megabytes)}
        accept={accept}
        onFile={importing.choose}
        chosen={importing.file?.name}
        error={importing.fileError}
      />
      <Checkbox
        label={checkboxLabel}
        isSelected={importing.isChecked}
        onChange={importing.setIsChecked}
      />
      {importing.isPreviewing ? <Skeleton wide="100%" high="72px" /> : null}
      {importing.previewed === undefined ? null : children(importing.previewed)}
      <FormProblem problem={importing.problem} />
    </div>
  );
}

type ApplyProps<Preview> = { importing: Import<Preview>; changes: number; label: string };

/** Why the file can't be applied; undefined if it can. */
function obstacle<Preview>(
  { previewed, isPreviewing }: Import<Preview>,
  changes: number,
): string | undefined {
  if (isPreviewing) return importLabels.checking;
  if (!previewed) return importLabels.fileMissing;
  return changes === 0 ? importLabels.noChanges : undefined;
}

/** Button that applies the previewed changes. */
export function ImportApply<Preview>({ importing, changes, label }: ApplyProps<Preview>) {
  return (
    <Button
      variant="primary"
      pending={importing.pending}
      reason={obstacle(importing, changes)}
      onPress={importing.apply}
    >
      {changes > 0 ? label : importLabels.apply}
    </Button>
  );
}

type RejectedLinesProps = {
  /** Total number of skipped lines. `lines` has only the first of them. */
  count: number;
  lines: readonly { line: number; name: string; reason: string }[];
};

/** The skipped lines, with the reason of each. */
export function RejectedLines({ count, lines }: RejectedLinesProps) {
  if (lines.length === 0) return null;
  return (
    <section className="stack">
      <h3 className="label">{importLabels.skippedCount(count)}</h3>
      <ul aria-label={importLabels.skippedLines}>
        {lines.map(({ line, name, reason }) => (
          <li key={`${line} ${name}`} className="table-card">
            <span className="strong">{importLabels.line(line, name)}</span>
            <span className="small secondary">{reason}</span>
          </li>
        ))}
      </ul>
      {count > lines.length ? (
        <p className="caption">{importLabels.firstShown(lines.length)}</p>
      ) : null}
    </section>
  );
}
