// Form fields of an intent.

import { Catalog } from "../../gen/parlor/v1/catalog_pb";
import type { GetCatalogsResponse } from "../../gen/parlor/v1/catalog_service_pb";
import { Select, TextArea, TextField } from "../../ui";
import { maxSamples, maxTitleLength } from "./intents";
import { fieldLabels } from "./labels";
import { type CatalogName, catalogByName } from "./url-state";

export type IntentValues = { title: string; category: string; samples: string; merged: string };

export const emptyValues: IntentValues = { title: "", category: "", samples: "", merged: "" };

type Props = {
  catalogs: GetCatalogsResponse;
  catalog: CatalogName;
  values: IntentValues;
  errors: Record<string, string>;
  onChange: (change: Partial<IntentValues>) => void;
  autoFocus?: boolean;
};

export function IntentFields({ catalogs, catalog, values, errors, onChange, autoFocus }: Props) {
  const { title, category, samples, merged } = values;
  return (
    <>
      <TextField
        label={fieldLabels.title}
        description={fieldLabels.titleHint}
        value={title}
        maxLength={maxTitleLength}
        autoFocus={autoFocus ?? false}
        error={errors.title}
        onChange={(next) => onChange({ title: next })}
      />
      <Select
        label={fieldLabels.category}
        value={category}
        error={errors.category}
        onChange={(next) => onChange({ category: next })}
        options={[
          ...(category ? [] : [{ value: "", label: fieldLabels.noCategory }]),
          ...catalogs.categories.map((one) => ({ value: one, label: one })),
        ]}
      />
      <SamplesArea
        value={samples}
        most={maxSamples(catalog)}
        error={errors.samples}
        onChange={(next) => onChange({ samples: next })}
      />
      {catalogByName[catalog] === Catalog.FINE ? (
        <Select
          label={fieldLabels.merged}
          description={fieldLabels.mergedHint}
          value={merged}
          error={errors.merged}
          onChange={(next) => onChange({ merged: next })}
          options={[{ value: "", label: fieldLabels.noMerged }, ...mergedOptions(catalogs)]}
        />
      ) : null}
    </>
  );
}

function mergedOptions({ intents }: GetCatalogsResponse) {
  return intents
    .filter(({ catalog }) => catalog === Catalog.MERGED)
    .map(({ key, title }) => ({ value: key, label: title }));
}

type SamplesProps = {
  value: string;
  most: number;
  error?: string | undefined;
  onChange: (text: string) => void;
};

/** Sample questions, one per line. */
export function SamplesArea({ value, most, error, onChange }: SamplesProps) {
  return (
    <TextArea
      label={fieldLabels.samples}
      description={fieldLabels.samplesHint(most)}
      rows={Math.min(8, Math.max(3, value.split("\n").length + 1))}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
