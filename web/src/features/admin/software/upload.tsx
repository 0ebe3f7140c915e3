import { useState } from "react";
import { isResultLost } from "../../../api/result-lost";
import { ContractForm, useContractForm, useField } from "../../../forms";
import { importLabels } from "../../../forms/import-labels";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { IntegrationService } from "../../../gen/parlor/v1/integration_service_pb";
import { Button, FileDrop, Icon } from "../../../ui";
import { labels } from "./labels";

const maxBytes = 1_048_576;
const sampleLines = 4;

type ChosenFile = { name: string; lines: string[] };

function useUpload(company: Company, onDone: (associations?: number) => void) {
  return useContractForm(IntegrationService.method.uploadAssociations, {
    start: { id: company.id, data: "" },
    onDone: (response, form) => {
      onDone(isResultLost(response) ? undefined : response.associations);
      form.clear();
    },
  });
}

type FieldProps = {
  of: ReturnType<typeof useUpload>;
  chosen: ChosenFile | undefined;
  onChosen: (chosen: ChosenFile) => void;
};

/** Chooses a CSV file and shows its first lines. */
function CsvField({ of, chosen, onChosen }: FieldProps) {
  const { field, error } = useField({ of, name: "data", label: labels.csv });
  const take = async (file: File) => {
    if (file.size > maxBytes) {
      of.hook.setError("data", { type: "file", message: labels.fileTooLarge(file.name) });
      return;
    }
    const text = await file.text();
    field.onChange(text);
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
    onChosen({ name: file.name, lines });
  };
  return (
    <>
      <FileDrop
        label={labels.chooseFile}
        accept=".csv,text/csv"
        description={labels.fileHint}
        onFile={(file) => void take(file)}
        chosen={chosen ? labels.chosenFile(chosen.name, chosen.lines.length - 1) : undefined}
        inputRef={field.ref}
        error={error}
      />
      {chosen ? (
        <pre className="sync__sample">{chosen.lines.slice(0, sampleLines).join("\n")}</pre>
      ) : null}
    </>
  );
}

/** Uploads a list of associations, for software without a connection. */
export function Upload({ company }: { company: Company }) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [kept, setKept] = useState<number>();
  const form = useUpload(company, (associations) => {
    setKept(associations);
    setChosen(undefined);
  });
  return (
    <section className="panel" aria-label={labels.uploadTitle}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.uploadTitle}</h2>
      </div>
      <div className="panel__body">
        <ContractForm of={form} label={labels.uploadForm}>
          <CsvField
            of={form}
            chosen={chosen}
            onChosen={(next) => {
              setChosen(next);
              setKept(undefined);
            }}
          />
          {kept === undefined ? null : (
            <p className="notice notice--success" role="status">
              <Icon name="ok" />
              <span>{labels.uploaded(kept)}</span>
            </p>
          )}
        </ContractForm>
      </div>
      <div className="panel__foot">
        <span className="row__grow" />
        <Button
          type="submit"
          form={form.id}
          pending={form.pending}
          reason={chosen ? undefined : importLabels.fileMissing}
        >
          {labels.upload}
        </Button>
      </div>
    </section>
  );
}
