import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import type { CatalogIntent } from "../../gen/parlor/v1/catalog_intent_pb";
import {
  EditCatalogsRequestSchema,
  type GetCatalogsResponse,
} from "../../gen/parlor/v1/catalog_service_pb";
import { Checkbox, DialogActions, Icon, Select, TextField } from "../../ui";
import { Sheet } from "../../ui/table";
import { EditImpact } from "./edit-impact";
import { mergeLabels, samplesReason } from "./edit-labels";
import { catalogName, maxSamples } from "./intents";
import { fieldLabels } from "./labels";
import { catalogByName } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";
import { useIntentForm } from "./use-intent-form";

type Props = {
  chosen: readonly CatalogIntent[];
  catalogs: GetCatalogsResponse;
  actions: CatalogActions;
  onClose: () => void;
  onDone: (key: string) => void;
};

/** Merges several intents: chooses the one that stays, and its samples. */
export default function MergeDialog({ chosen, catalogs, actions, onClose, onDone }: Props) {
  const id = useId();
  const [first] = chosen;
  const most = first ? maxSamples(catalogName(catalogByName, first.catalog)) : 0;
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
    async () => onDone(await actions.edit(edit, mergeLabels.merged(keys.length, title))),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Sheet
      title={mergeLabels.title(chosen.length)}
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
          {mergeLabels.merge}
        </DialogActions>
      }
    >
      <form id={id} className="stack stack--loose" onSubmit={submit}>
        <Select
          label={mergeLabels.kept}
          description={mergeLabels.keptHint}
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
          label={fieldLabels.title}
          value={title}
          maxLength={60}
          error={form.errors.title}
          onChange={setTitle}
        />
        <Select
          label={fieldLabels.category}
          value={category}
          onChange={setCategory}
          options={catalogs.categories.map((one) => ({ value: one, label: one }))}
        />
        <fieldset className="field choices">
          <legend className="field__label">{mergeLabels.samples(samples.length, most)}</legend>
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
              <Icon name="danger" size="small" />
              {form.errors.samples ?? mergeLabels.tooManySamples(samples.length - most)}
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
