import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import {
  EditCatalogsRequestSchema,
  type GetCatalogsResponse,
} from "../../gen/parlor/v1/catalog_service_pb";
import { DialogActions } from "../../ui";
import { Sheet } from "../../ui/table";
import { newIntentLabels } from "./edit-labels";
import { IntentFields, type IntentValues } from "./intent-fields";
import { toLines } from "./intents";
import { labels } from "./labels";
import { type CatalogName, catalogByName } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";
import { useIntentForm } from "./use-intent-form";

type Props = {
  catalogs: GetCatalogsResponse;
  catalog: CatalogName;
  /** Initial values of the form. */
  start: IntentValues;
  actions: CatalogActions;
  onClose: () => void;
  onDone: (key: string) => void;
};

/** Creates an intent. */
export default function NewIntentDialog({
  catalogs,
  catalog,
  start,
  actions,
  onClose,
  onDone,
}: Props) {
  const id = useId();
  const [values, setValues] = useState(start);
  const { title, category, samples, merged } = values;
  const add = {
    catalog: catalogByName[catalog],
    title,
    category,
    samples: toLines(samples),
    merged,
  };
  const edit = { case: "add", value: add } as const;
  const form = useIntentForm(
    EditCatalogsRequestSchema,
    () => ({ version: actions.version, edit }),
    async () => onDone(await actions.edit(edit, newIntentLabels.added(title))),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Sheet
      title={labels.newIntent}
      onClose={onClose}
      staysOpen={values !== start}
      foot={
        <DialogActions onCancel={onClose} type="submit" form={id} pending={form.pending}>
          {newIntentLabels.add}
        </DialogActions>
      }
    >
      <form id={id} className="stack stack--loose" onSubmit={submit}>
        <IntentFields
          autoFocus
          catalogs={catalogs}
          catalog={catalog}
          values={values}
          errors={form.errors}
          onChange={(change) => setValues({ ...values, ...change })}
        />
        <FormProblem problem={form.problem} />
      </form>
    </Sheet>
  );
}
