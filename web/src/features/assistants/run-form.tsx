import { create } from "@bufbuild/protobuf";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../api/problem";
import { Allowance } from "../../entities/draft/allowance";
import { formLabels } from "../../entities/draft/form-labels";
import { useCreateDraft, useRegenerateDraft } from "../../entities/draft/queries";
import { isActive } from "../../entities/draft/use-live-draft";
import { FormProblem } from "../../forms";
import { type Draft, DraftInputsSchema } from "../../gen/parlor/v1/draft_pb";
import { Button, Select, TextArea, TextField } from "../../ui";
import { type Assistant, type GuidedField, labels } from "./labels";
import { type SourceFile, SourceFiles } from "./source-files";

type Props = {
  assistant: Assistant;
  draft: Draft | undefined;
  communities: readonly { value: string; label: string }[];
  onCreated: (id: string) => void;
};

type Inputs = { notes: string; values: Record<number, string>; files: SourceFile[] };

function toInputs(draft: Draft | undefined): Inputs {
  const inputs = draft?.inputs;
  const values = (inputs?.fields ?? []).map(({ key, value }) => [key, value] as const);
  const files = (inputs?.sources ?? []).map(({ name, text }) => ({ name, text }));
  return { notes: inputs?.notes ?? "", values: Object.fromEntries(values), files };
}

function isComplete({ fields, notesRequired, filesRequired }: Assistant, inputs: Inputs): boolean {
  const filled = fields.every(({ key, required }) => !required || inputs.values[key]?.trim());
  return (
    filled &&
    !(notesRequired && !inputs.notes.trim()) &&
    !(filesRequired && inputs.files.length === 0)
  );
}

function useRun({ assistant, draft, onCreated }: Props) {
  const creating = useCreateDraft();
  const regenerating = useRegenerateDraft();
  const run = ({ notes, values, files }: Inputs, communityId: string) => {
    const given = assistant.fields.map(({ key }) => ({ key, value: values[key]?.trim() ?? "" }));
    const fields = given.filter(({ value }) => value);
    const inputs = create(DraftInputsSchema, { notes, fields, sources: files });
    if (draft) return regenerating.mutate({ id: draft.id, inputs });
    return creating.mutate(
      { kind: assistant.kind, communityId, inputs },
      { onSuccess: (created) => created.draft && onCreated(created.draft.id) },
    );
  };
  const error = creating.error ?? regenerating.error;
  return { run, error, isPending: creating.isPending || regenerating.isPending };
}

type GuidedProps = {
  field: GuidedField;
  value: string;
  tried: boolean;
  onChange: (v: string) => void;
};

function Guided({ field, value, tried, onChange }: GuidedProps) {
  const error = tried && field.required && !value.trim() ? labels.missing : undefined;
  const common = { label: field.label, value, onChange, error, maxLength: 10_000 };
  return field.rows ? <TextArea {...common} rows={field.rows} /> : <TextField {...common} />;
}

/** The inputs of an assistant. */
export function RunForm(props: Props) {
  const { assistant, draft, communities } = props;
  const [inputs, setInputs] = useState(() => toInputs(draft));
  const [communityId, setCommunityId] = useState(draft?.communityId ?? communities[0]?.value ?? "");
  const [tried, setTried] = useState(false);
  const { run, error, isPending } = useRun(props);
  const change = (changes: Partial<Inputs>) => setInputs({ ...inputs, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isComplete(assistant, inputs)) run(inputs, communityId);
  };
  const missesNotes = tried && assistant.notesRequired && !inputs.notes.trim();
  const missesFile = tried && assistant.filesRequired && inputs.files.length === 0;
  return (
    <form className="brief__form" aria-label={labels.inputs} onSubmit={submit}>
      <FormProblem problem={error ? toProblem(error) : undefined} />
      <Select
        label={labels.community}
        options={[...communities, { value: "", label: formLabels.noCommunity }]}
        value={communityId}
        onChange={setCommunityId}
        disabled={draft !== undefined}
      />
      {assistant.takesFiles ? (
        <SourceFiles
          files={inputs.files}
          error={missesFile ? labels.fileMissing : undefined}
          onChange={(files) => change({ files })}
        />
      ) : null}
      {assistant.fields.map((field) => (
        <Guided
          key={field.key}
          field={field}
          value={inputs.values[field.key] ?? ""}
          tried={tried}
          onChange={(value) => change({ values: { ...inputs.values, [field.key]: value } })}
        />
      ))}
      <TextArea
        label={assistant.notes}
        rows={5}
        maxLength={10_000}
        value={inputs.notes}
        onChange={(notes) => change({ notes })}
        error={missesNotes ? labels.missing : undefined}
      />
      <Button
        {...(draft ? {} : { variant: "primary" as const })}
        wide
        type="submit"
        icon={draft ? "retry" : "pen"}
        isDisabled={draft !== undefined && isActive(draft)}
        pending={isPending}
      >
        {draft ? formLabels.writeAgain : labels.start}
      </Button>
      <Allowance />
    </form>
  );
}
