import { type FormEvent, useState } from "react";
import { FormProblem, LeaveGuard } from "../../forms";
import type { CatalogueIntent } from "../../gen/parlor/v1/catalogue_intent_pb";
import {
  EditCataloguesRequestSchema,
  type GetCataloguesResponse,
} from "../../gen/parlor/v1/catalogue_service_pb";
import { Button } from "../../ui";
import { IntentFields, type Values } from "./fields";
import type { Acts } from "./use-acts";
import { useForm } from "./use-form";
import { catalogues } from "./use-place";
import { lines, nameOf } from "./words";

type Props = { read: GetCataloguesResponse; intent: CatalogueIntent; acts: Acts };

function stored({ title, category, samples, merged }: CatalogueIntent): Values {
  return { title, category, samples: samples.join("\n"), merged };
}

/** An intent of the draft, changed in place. */
export function EditForm({ read, intent, acts }: Props) {
  const before = stored(intent);
  // Only what was changed is kept, so that what a colleague changes meanwhile shows.
  const [edited, setEdited] = useState<Partial<Values>>({});
  const values = { ...before, ...edited };
  const unsaved = (Object.keys(before) as (keyof Values)[]).some(
    (name) => values[name] !== before[name],
  );
  const { title, category, samples, merged } = values;
  const update = {
    key: intent.key,
    ...(title === before.title ? {} : { title }),
    ...(category === before.category ? {} : { category }),
    ...(samples === before.samples ? {} : { samples: lines(samples) }),
    ...(merged === before.merged ? {} : { merged }),
  };
  const request = () => ({ version: acts.version, update });
  const form = useForm(EditCataloguesRequestSchema, request, async () => {
    await acts.edit({ update }, `“${title}” is saved to the draft.`);
    setEdited({});
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className="stack stack--loose intent-form" aria-label="Intent" onSubmit={submit}>
      <IntentFields
        read={read}
        catalogue={nameOf(catalogues, intent.catalogue)}
        values={values}
        errors={form.errors}
        onChange={(change) => setEdited({ ...edited, ...change })}
      />
      <FormProblem problem={form.problem} />
      <div className="row">
        <Button variant="primary" type="submit" pending={form.pending} isDisabled={!unsaved}>
          Save to the draft
        </Button>
        {unsaved ? (
          <Button
            variant="quiet"
            onPress={() => {
              setEdited({});
              form.forget();
            }}
          >
            Put back
          </Button>
        ) : null}
      </div>
      <LeaveGuard unsaved={unsaved} />
    </form>
  );
}
