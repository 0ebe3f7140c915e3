// The fields of an intent, as they stand in each of its forms.

import { Catalogue } from "../../gen/parlor/v1/catalogue_pb";
import type { GetCataloguesResponse } from "../../gen/parlor/v1/catalogue_service_pb";
import { Select, TextArea, TextField } from "../../ui";
import { type CatalogueName, catalogues } from "./use-place";
import { mostSamples, mostTitle } from "./words";

export type Values = { title: string; category: string; samples: string; merged: string };

export const nothing: Values = { title: "", category: "", samples: "", merged: "" };

type Props = {
  read: GetCataloguesResponse;
  catalogue: CatalogueName;
  values: Values;
  errors: Record<string, string>;
  onChange: (change: Partial<Values>) => void;
  autoFocus?: boolean;
};

export function IntentFields({ read, catalogue, values, errors, onChange, autoFocus }: Props) {
  const { title, category, samples, merged } = values;
  return (
    <>
      <TextField
        label="Title"
        description="What staff call it in a list."
        value={title}
        maxLength={mostTitle}
        autoFocus={autoFocus ?? false}
        error={errors.title}
        onChange={(next) => onChange({ title: next })}
      />
      <Select
        label="Category"
        value={category}
        error={errors.category}
        onChange={(next) => onChange({ category: next })}
        options={[
          ...(category ? [] : [{ value: "", label: "Choose one" }]),
          ...read.categories.map((one) => ({ value: one, label: one })),
        ]}
      />
      <SamplesArea
        value={samples}
        most={mostSamples(catalogue)}
        error={errors.samples}
        onChange={(next) => onChange({ samples: next })}
      />
      {catalogues[catalogue] === Catalogue.FINE ? (
        <Select
          label="Merged intent"
          description="The broad question that covers it."
          value={merged}
          error={errors.merged}
          onChange={(next) => onChange({ merged: next })}
          options={[{ value: "", label: "None" }, ...mergedOptions(read)]}
        />
      ) : null}
    </>
  );
}

function mergedOptions({ intents }: GetCataloguesResponse) {
  return intents
    .filter(({ catalogue }) => catalogue === Catalogue.MERGED)
    .map(({ key, title }) => ({ value: key, label: title }));
}

type AreaProps = {
  value: string;
  most: number;
  error?: string | undefined;
  onChange: (text: string) => void;
};

/** Sample questions, one a line. */
export function SamplesArea({ value, most, error, onChange }: AreaProps) {
  return (
    <TextArea
      label="Sample questions"
      description={`One a line, as residents write it; at most ${most}.`}
      rows={Math.min(8, Math.max(3, value.split("\n").length + 1))}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
