import { importLabels } from "../../../forms/import-labels";
import { FileDrop, SegmentedControl, Select, TextArea } from "../../../ui";
import { columnLabels, labels } from "./labels";
import { type ListImport, type ListSource, noColumns } from "./use-list-import";

const accept =
  ".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Assigns columns of the file to fields. */
function ColumnFields({ list }: { list: ListImport }) {
  const { parsed } = list;
  if (list.kind !== "file" || !parsed || parsed.headings.length === 0) return null;
  const headings = parsed.headings.map((heading, at) => ({
    value: String(at + 1),
    label: heading || labels.unnamedColumn(at + 1),
  }));
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">{labels.columns}</legend>
      <div className="list-columns">
        {(Object.keys(noColumns) as (keyof typeof noColumns)[]).map((column) => (
          <Select
            key={column}
            label={columnLabels[column]}
            options={[{ value: "0", label: labels.noColumn }, ...headings]}
            value={String(parsed.columns?.[column] ?? 0)}
            onChange={(value) => list.setColumn(column, Number(value))}
            error={
              column === "phone" && !parsed.columns?.phone ? labels.phoneColumnMissing : undefined
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Fields for pasted numbers or a file. */
export function SourceFields({ list }: { list: ListImport }) {
  return (
    <>
      <SegmentedControl
        label={labels.source}
        value={list.kind}
        onChange={(kind) => list.setKind(kind as ListSource)}
        options={[
          { value: "numbers", label: labels.paste },
          { value: "file", label: labels.upload },
        ]}
      />
      {list.kind === "numbers" ? (
        <TextArea
          label={labels.numbers}
          description={labels.numbersHint}
          value={list.numbers}
          onChange={list.setNumbers}
          rows={5}
          error={list.sourceError}
        />
      ) : (
        <FileDrop
          label={importLabels.file(list.maxMegabytes)}
          accept={accept}
          onFile={list.chooseFile}
          chosen={list.file?.name}
          error={list.sourceError}
        />
      )}
      <ColumnFields list={list} />
    </>
  );
}
