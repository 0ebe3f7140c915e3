import { type FormEvent, useState } from "react";
import { toProblem } from "../../api/problem";
import { Allowance } from "../../entities/draft/allowance";
import { formLabels } from "../../entities/draft/form-labels";
import {
  useCreateDraft,
  useDraftingStatus,
  useRegenerateDraft,
} from "../../entities/draft/queries";
import { isActive } from "../../entities/draft/use-live-draft";
import { FormProblem } from "../../forms";
import {
  type Draft,
  DraftKind,
  type DraftLanguage,
  type DraftLength,
  type DraftTone,
} from "../../gen/parlor/v1/draft_pb";
import { Button, Icon, SegmentedControl, Select, TextArea } from "../../ui";
import { toBrief, toInputs, type WritingBrief } from "./brief";
import { audiences, labels, languages, lengths, purposes, tones } from "./labels";

type Community = { value: string; label: string };

type Props = {
  draft: Draft | undefined;
  communities: readonly Community[];
  onCreated: (id: string) => void;
};

type PurposesProps = { value: number; onChange: (purpose: WritingBrief["purpose"]) => void };

function Purposes({ value, onChange }: PurposesProps) {
  return (
    <fieldset className="stack stack--tight">
      <legend className="group-title">{labels.purpose}</legend>
      <div className="purposes">
        {purposes.map((purpose) => (
          <label key={purpose.value} className="purpose">
            <input
              type="radio"
              name="purpose"
              checked={purpose.value === value}
              onChange={() => onChange(purpose.value)}
            />
            <Icon name={purpose.icon} size="small" />
            {purpose.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ChoicesProps = { brief: WritingBrief; change: (change: Partial<WritingBrief>) => void };

function Choices({ brief, change }: ChoicesProps) {
  const hasModel = useDraftingStatus().data?.hasModel ?? false;
  return (
    <>
      <div className="field">
        <span className="field__label">{labels.tone}</span>
        <SegmentedControl
          label={labels.tone}
          options={tones}
          value={String(brief.tone)}
          onChange={(tone) => change({ tone: Number(tone) as DraftTone })}
        />
      </div>
      <div className="field">
        <span className="field__label">{labels.length}</span>
        <SegmentedControl
          label={labels.length}
          options={lengths}
          value={String(brief.length)}
          onChange={(length) => change({ length: Number(length) as DraftLength })}
        />
      </div>
      <Select
        label={labels.audience}
        options={audiences}
        value={brief.audience}
        onChange={(audience) => change({ audience })}
      />
      <Select
        label={labels.language}
        options={hasModel ? languages : languages.slice(0, 1)}
        value={String(brief.language)}
        onChange={(language) => change({ language: Number(language) as DraftLanguage })}
      />
    </>
  );
}

function useWriting({ draft, onCreated }: Pick<Props, "draft" | "onCreated">) {
  const creating = useCreateDraft();
  const regenerating = useRegenerateDraft();
  const write = (brief: WritingBrief, communityId: string) => {
    const inputs = toInputs(brief);
    if (draft) return regenerating.mutate({ id: draft.id, inputs });
    return creating.mutate(
      { kind: DraftKind.WRITING, communityId, inputs },
      { onSuccess: (created) => created.draft && onCreated(created.draft.id) },
    );
  };
  const error = creating.error ?? regenerating.error;
  return { write, error, isPending: creating.isPending || regenerating.isPending };
}

/** Form with the inputs of a draft, shown beside its text. */
export function BriefForm({ draft, communities, onCreated }: Props) {
  const [brief, setBrief] = useState(() => toBrief(draft?.inputs));
  const [communityId, setCommunityId] = useState(draft?.communityId ?? communities[0]?.value ?? "");
  const [tried, setTried] = useState(false);
  const { write, error, isPending } = useWriting({ draft, onCreated });
  const change = (changes: Partial<WritingBrief>) => setBrief({ ...brief, ...changes });
  const missing = !brief.notes.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!missing) write(brief, communityId);
  };
  const active = draft !== undefined && isActive(draft);
  return (
    <form className="brief__form" aria-label={labels.brief} onSubmit={submit}>
      <FormProblem problem={error ? toProblem(error) : undefined} />
      <Select
        label={labels.community}
        options={[...communities, { value: "", label: formLabels.noCommunity }]}
        value={communityId}
        onChange={setCommunityId}
        disabled={draft !== undefined}
      />
      <Purposes value={brief.purpose} onChange={(purpose) => change({ purpose })} />
      <TextArea
        label={formLabels.notes}
        rows={5}
        maxLength={10_000}
        value={brief.notes}
        onChange={(notes) => change({ notes })}
        description={labels.notesHint}
        error={tried && missing ? labels.notesMissing : undefined}
      />
      <Choices brief={brief} change={change} />
      <div className="stack stack--tight">
        <Button
          {...(draft ? {} : { variant: "primary" as const })}
          wide
          type="submit"
          icon={draft ? "retry" : "pen"}
          isDisabled={active}
          pending={isPending}
        >
          {draft ? formLabels.writeAgain : labels.write}
        </Button>
        {draft && !active ? <p className="caption">{labels.keeps(draft.version)}</p> : null}
      </div>
      <Allowance />
    </form>
  );
}
