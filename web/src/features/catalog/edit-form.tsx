import { type FormEvent, useState } from "react";
import { FormProblem, LeaveGuard, noChanges } from "../../forms";
import type { CatalogIntent } from "../../gen/parlor/v1/catalog_intent_pb";
import {
  EditCatalogsRequestSchema,
  type GetCatalogsResponse,
} from "../../gen/parlor/v1/catalog_service_pb";
import { Button } from "../../ui";
import { IntentFields, type IntentValues } from "./intent-fields";
import { catalogName, toLines } from "./intents";
import { intentLabels } from "./labels";
import { catalogByName } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";
import { useIntentForm } from "./use-intent-form";

type Props = { catalogs: GetCatalogsResponse; intent: CatalogIntent; actions: CatalogActions };

function toValues({ title, category, samples, merged }: CatalogIntent): IntentValues {
  return { title, category, samples: samples.join("\n"), merged };
}

/** Edits an intent of the draft in place. */
export function EditForm({ catalogs, intent, actions }: Props) {
  const before = toValues(intent);
  // Keeps only the changed fields, so that a colleague's changes to others are shown.
  const [edited, setEdited] = useState<Partial<IntentValues>>({});
  const values = { ...before, ...edited };
  const unsaved = (Object.keys(before) as (keyof IntentValues)[]).some(
    (name) => values[name] !== before[name],
  );
  const { title, category, samples, merged } = values;
  const update = {
    key: intent.key,
    ...(title === before.title ? {} : { title }),
    ...(category === before.category ? {} : { category }),
    ...(samples === before.samples ? {} : { samples: { samples: toLines(samples) } }),
    ...(merged === before.merged ? {} : { merged }),
  };
  const edit = { case: "update", value: update } as const;
  const request = () => ({ version: actions.version, edit });
  const form = useIntentForm(EditCatalogsRequestSchema, request, async () => {
    await actions.edit(edit, intentLabels.saved(title));
    setEdited({});
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className="stack stack--loose" aria-label={intentLabels.title} onSubmit={submit}>
      <IntentFields
        catalogs={catalogs}
        catalog={catalogName(catalogByName, intent.catalog)}
        values={values}
        errors={form.errors}
        onChange={(change) => setEdited({ ...edited, ...change })}
      />
      <FormProblem problem={form.problem} />
      <div className="row">
        <Button
          variant="primary"
          type="submit"
          pending={form.pending}
          reason={noChanges({ unsaved })}
        >
          {intentLabels.save}
        </Button>
        {unsaved ? (
          <Button
            variant="quiet"
            onPress={() => {
              setEdited({});
              form.forget();
            }}
          >
            {intentLabels.reset}
          </Button>
        ) : null}
      </div>
      <LeaveGuard unsaved={unsaved} />
    </form>
  );
}
