import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import {
  EditCataloguesRequestSchema,
  type GetCataloguesResponse,
} from "../../gen/parlor/v1/catalogue_service_pb";
import { Button } from "../../ui";
import { Sheet } from "../../ui/table";
import { IntentFields, type Values } from "./fields";
import type { Acts } from "./use-acts";
import { useForm } from "./use-form";
import { type CatalogueName, catalogues } from "./use-place";
import { lines } from "./words";

type Props = {
  read: GetCataloguesResponse;
  catalogue: CatalogueName;
  /** What is known of it. */
  start: Values;
  acts: Acts;
  onClose: () => void;
  onDone: (key: string) => void;
};

/** An intent that no catalogue has yet. */
export default function NewDialog({ read, catalogue, start, acts, onClose, onDone }: Props) {
  const id = useId();
  const [values, setValues] = useState(start);
  const { title, category, samples, merged } = values;
  const add = {
    catalogue: catalogues[catalogue],
    title,
    category,
    samples: lines(samples),
    merged,
  };
  const form = useForm(
    EditCataloguesRequestSchema,
    () => ({ version: acts.version, add }),
    async () => onDone(await acts.edit({ add }, `“${title}” is in the draft.`)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Sheet
      title="New intent"
      onClose={onClose}
      staysOpen={values !== start}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pending={form.pending}>
            Add to the draft
          </Button>
        </>
      }
    >
      <form id={id} className="stack stack--loose" onSubmit={submit}>
        <IntentFields
          autoFocus
          read={read}
          catalogue={catalogue}
          values={values}
          errors={form.errors}
          onChange={(change) => setValues({ ...values, ...change })}
        />
        <FormProblem problem={form.problem} />
      </form>
    </Sheet>
  );
}
