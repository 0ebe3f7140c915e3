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
export type ImportedFile = { name: string; data: string; ticked: boolean };

type ImportOptions<Would> = {
  megabytes: number;
  preview: (file: ImportedFile) => Promise<Would>;
  apply: (file: ImportedFile, would: Would) => Promise<void>;
};

const accept =
  ".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function useImportFile<Would>({ megabytes, preview, apply }: ImportOptions<Would>) {
  const [file, setFile] = useState<ImportedFile>();
  const [ticked, setTicked] = useState(false);
  const [refused, setRefused] = useState("");
  const looked = useMutation({ mutationFn: preview });
  const taken = useMutation({
    mutationFn: ({ file, would }: { file: ImportedFile; would: Would }) => apply(file, would),
  });
  const show = (next: ImportedFile) => {
    setFile(next);
    taken.reset();
    looked.mutate(next);
  };
  const choose = async (chosen: File) => {
    setRefused("");
    if (chosen.size > megabytes * 1024 * 1024) {
      return setRefused(labels.fileTooLarge(chosen.name, megabytes));
    }
    try {
      show({ name: chosen.name, data: await toDataUrl(chosen), ticked });
    } catch {
      setRefused(labels.fileUnreadable(chosen.name));
    }
  };
  const error = looked.error ?? taken.error;
  const problem = error ? toProblem(error) : undefined;
  const would = looked.data;
  return {
    megabytes,
    file,
    ticked,
    setTicked: (on: boolean) => {
      setTicked(on);
      if (file) show({ ...file, ticked: on });
    },
    choose: (chosen: File) => void choose(chosen),
    looking: looked.isPending,
    /** Error of the file, shown at its field. */
    fault: refused || problem?.fields.data,
    /** Any other error. */
    problem: problem?.fields.data ? undefined : problem,
    would,
    pending: taken.isPending,
    apply: () => file && would && taken.mutate({ file, would }),
  };
}

type Import<Would> = ReturnType<typeof useImportFile<Would>>;

type Props<Would> = {
  of: Import<Would>;
  /** Names of the columns in the first line. */
  columns: string;
  /** Label of the checkbox. */
  tick: string;
  children: (would: Would) => ReactNode;
};

/** The file field, followed by the preview. */
export function ImportFile<Would>({ of, columns, tick, children }: Props<Would>) {
  return (
    <div className="stack stack--loose">
      <p className="secondary">{importLabels.columnsHint(columns)}</p>
      <FileDrop
        label={importLabels.file(of.megabytes)}
        accept={accept}
        onFile={of.choose}
        chosen={of.file?.name}
        error={of.fault}
      />
      <Checkbox label={tick} isSelected={of.ticked} onChange={of.setTicked} />
      {of.looking ? <Skeleton wide="100%" high="72px" /> : null}
      {of.would === undefined ? null : children(of.would)}
      <FormProblem problem={of.problem} />
    </div>
  );
}

type ApplyProps<Would> = { of: Import<Would>; changes: number; label: string };

/** Why the file can't be applied; undefined if it can. */
function obstacle<Would>({ would, looking }: Import<Would>, changes: number): string | undefined {
  if (looking) return importLabels.checking;
  if (!would) return importLabels.fileMissing;
  return changes === 0 ? importLabels.noChanges : undefined;
}

/** Button that applies the previewed changes. */
export function ImportApply<Would>({ of, changes, label }: ApplyProps<Would>) {
  return (
    <Button
      variant="primary"
      pending={of.pending}
      reason={obstacle(of, changes)}
      onPress={of.apply}
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
      <ul className="table-cards" aria-label={importLabels.skippedLines}>
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
