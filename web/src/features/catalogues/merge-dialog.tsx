import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import type { CatalogueIntent } from "../../gen/parlor/v1/catalogue_intent_pb";
import {
  EditCataloguesRequestSchema,
  type GetCataloguesResponse,
} from "../../gen/parlor/v1/catalogue_service_pb";
import { Button, Checkbox, Select, TextField } from "../../ui";
import { Sheet } from "../../ui/table";
import { Trial } from "./trial";
import type { Acts } from "./use-acts";
import { useForm } from "./use-form";
import { catalogues } from "./use-place";
import { mostSamples, nameOf } from "./words";

type Props = {
  chosen: readonly CatalogueIntent[];
  read: GetCataloguesResponse;
  acts: Acts;
  onClose: () => void;
  onDone: (key: string) => void;
};

/** Several intents become one: which stays, and with which samples. */
export default function MergeDialog({ chosen, read, acts, onClose, onDone }: Props) {
  const id = useId();
  const [first] = chosen;
  const most = first ? mostSamples(nameOf(catalogues, first.catalogue)) : 0;
  const all = [...new Set(chosen.flatMap(({ samples }) => samples))];
  const [stays, setStays] = useState(first?.key ?? "");
  const [title, setTitle] = useState(first?.title ?? "");
  const [category, setCategory] = useState(first?.category ?? "");
  const [left, setLeft] = useState<readonly string[]>(all.slice(most));
  const samples = all.filter((one) => !left.includes(one));
  const keys = [stays, ...chosen.map(({ key }) => key).filter((key) => key !== stays)];
  const merge = { keys, title, category, samples };
  const form = useForm(
    EditCataloguesRequestSchema,
    () => ({ version: acts.version, merge }),
    async () =>
      onDone(await acts.edit({ merge }, `${keys.length} intents are “${title}” in the draft.`)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Sheet
      title={`Merge ${chosen.length} intents`}
      onClose={onClose}
      staysOpen
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            pending={form.pending}
            isDisabled={samples.length === 0 || samples.length > most}
          >
            Merge in the draft
          </Button>
        </>
      }
    >
      <form id={id} className="stack stack--loose" onSubmit={submit}>
        <Select
          label="Which stays"
          description="Communities that have it keep it; the others go from the catalogue."
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
          label="Title"
          value={title}
          maxLength={60}
          error={form.errors.title}
          onChange={setTitle}
        />
        <Select
          label="Category"
          value={category}
          onChange={setCategory}
          options={read.categories.map((one) => ({ value: one, label: one }))}
        />
        <fieldset className="field choices">
          <legend className="field__label">
            Sample questions: {samples.length} of at most {most}
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
              {form.errors.samples ?? `Leave ${samples.length - most} out.`}
            </p>
          ) : null}
        </fieldset>
        {samples.length > 0 && samples.length <= most ? (
          <Trial version={acts.version} edit={{ merge: { keys, samples } }} several />
        ) : null}
        <FormProblem problem={form.problem} />
      </form>
    </Sheet>
  );
}
