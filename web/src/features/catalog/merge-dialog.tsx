import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import type { CatalogIntent } from "../../gen/parlor/v1/catalog_intent_pb";
import {
  EditCatalogsRequestSchema,
  type GetCatalogsResponse,
} from "../../gen/parlor/v1/catalog_service_pb";
import { Checkbox, DialogActions, Select, TextField } from "../../ui";
import { Sheet } from "../../ui/table";
import { EditImpact } from "./edit-impact";
import { catalogName, labels, maxSamples, samplesReason } from "./labels";
import { catalogs } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";
import { useIntentForm } from "./use-intent-form";

type Props = {
  chosen: readonly CatalogIntent[];
  read: GetCatalogsResponse;
  actions: CatalogActions;
  onClose: () => void;
  onDone: (key: string) => void;
};

/** Merges several intents: chooses the one that stays, and its samples. */
export default function MergeDialog({ chosen, read, actions, onClose, onDone }: Props) {
  const id = useId();
  const [first] = chosen;
  const most = first ? maxSamples(catalogName(catalogs, first.catalog)) : 0;
  const all = [...new Set(chosen.flatMap(({ samples }) => samples))];
  const [stays, setStays] = useState(first?.key ?? "");
  const [title, setTitle] = useState(first?.title ?? "");
  const [category, setCategory] = useState(first?.category ?? "");
  const [left, setLeft] = useState<readonly string[]>(all.slice(most));
  const samples = all.filter((one) => !left.includes(one));
  const keys = [stays, ...chosen.map(({ key }) => key).filter((key) => key !== stays)];
  const merge = { keys, title, category, samples };
  const edit = { case: "merge", value: merge } as const;
  const form = useIntentForm(
    EditCatalogsRequestSchema,
    () => ({ version: actions.version, edit }),
    async () => onDone(await actions.edit(edit, labels.mergedIntentsInto(keys.length, title))),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Sheet
      title={labels.mergeIntents(chosen.length)}
      onClose={onClose}
      staysOpen
      foot={
        <DialogActions
          onCancel={onClose}
          type="submit"
          form={id}
          pending={form.pending}
          reason={samplesReason(samples.length, most)}
        >
          {labels.mergeInDraft}
        </DialogActions>
      }
    >
      <form id={id} className="stack stack--loose" onSubmit={submit}>
        <Select
          label={labels.keep}
          description={labels.communitiesKeepIntentsTheyAlready}
          value={stays}
          onChange={(key) => {
            const one = chosen.find((it) => it.key === key);
            setStays(key);
            if (one) {
              setTitle(one.title);
              setCategory(one.category);
            }
          }}
          options={chosen.map((one) => ({ value: one.key, label: one.title }))}
        />
        <TextField
          label={labels.title}
          value={title}
          maxLength={60}
          error={form.errors.title}
          onChange={setTitle}
        />
        <Select
          label={labels.category}
          value={category}
          onChange={setCategory}
          options={read.categories.map((one) => ({ value: one, label: one }))}
        />
        <fieldset className="field choices">
          <legend className="field__label">
            {labels.sampleQuestionsText(samples.length, most)}
          </legend>
          {all.map((sample) => (
            <Checkbox
              key={sample}
              label={sample}
              isSelected={!left.includes(sample)}
              onChange={(on) =>
                setLeft(on ? left.filter((one) => one !== sample) : [...left, sample])
              }
            />
          ))}
          {form.errors.samples || samples.length > most ? (
            <p className="field__error">
              {form.errors.samples ?? labels.leaveOut(samples.length - most)}
            </p>
          ) : null}
        </fieldset>
        {samples.length > 0 && samples.length <= most ? (
          <EditImpact
            version={actions.version}
            edit={{ case: "merge", value: { keys, samples } }}
            several
          />
        ) : null}
        <FormProblem problem={form.problem} />
      </form>
    </Sheet>
  );
}
