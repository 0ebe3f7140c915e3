import { kindOptions } from "../../entities/homeowner/kind";
import type { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";
import { Checkbox, Select, TagInput, TextField } from "../../ui";
import { formLabels } from "./labels";
import { languageOptions } from "./rules";

export type AudienceValues = {
  building: string;
  kind: HomeownerKind;
  language: string;
  tags: string[];
  doNotText: boolean;
};

type Props = {
  values: AudienceValues;
  onChange: (part: Partial<AudienceValues>) => void;
  errors: Readonly<Record<string, string>>;
};

/** Fields by which text blasts select accounts. */
export function AudienceFields({ values, onChange, errors }: Props) {
  return (
    <>
      <TextField
        label={formLabels.building}
        value={values.building}
        onChange={(building) => onChange({ building })}
        maxLength={60}
        error={errors.building}
      />
      <Select
        label={formLabels.homeownerType}
        value={String(values.kind)}
        onChange={(value) => {
          const chosen = kindOptions.find(({ kind }) => String(kind) === value);
          if (chosen) onChange({ kind: chosen.kind });
        }}
        options={kindOptions.map(({ kind, label }) => ({ value: String(kind), label }))}
      />
      <Select
        label={formLabels.language}
        value={values.language}
        onChange={(language) => onChange({ language })}
        options={languageOptions(values.language)}
        error={errors.language}
      />
      <TagInput
        label={formLabels.tags}
        description={formLabels.tagsHint}
        value={values.tags}
        onChange={(tags) => onChange({ tags })}
        error={errors.tags}
      />
      <Checkbox
        label={formLabels.doNotText}
        isSelected={values.doNotText}
        onChange={(doNotText) => onChange({ doNotText })}
      />
    </>
  );
}
