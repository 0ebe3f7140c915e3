import { create } from "@bufbuild/protobuf";
import { useState } from "react";
import { languageName } from "../../../entities/homeowner/labels";
import { type AudienceFilter, AudienceFilterSchema } from "../../../gen/parlor/v1/audience_pb";
import type { DescribeAudienceResponse } from "../../../gen/parlor/v1/audience_service_pb";
import type { HomeownerKind } from "../../../gen/parlor/v1/homeowner_kind_pb";
import { CheckboxGroup, TextField } from "../../../ui";
import { kindOptions, filterLabels as labels } from "./labels";

type Props = {
  filter: AudienceFilter;
  /** Values that the communities have. Unset while loading. */
  values: DescribeAudienceResponse | undefined;
  onChange: (filter: AudienceFilter) => void;
};

/** Maximum number of values of a kind that the server lists. */
const maxValues = 200;

/** Keeps chosen values as options, even if the communities no longer have them. */
function toOptions(
  offered: readonly string[] = [],
  chosen: readonly string[],
  label = (value: string) => value,
) {
  return [...new Set([...offered, ...chosen])].map((value) => ({ value, label: label(value) }));
}

const dollars = /^\d{1,7}(\.\d{1,2})?$/;

function BalanceField({ filter, onChange }: Omit<Props, "values">) {
  const { minBalanceCents } = filter;
  const [text, setText] = useState(
    minBalanceCents === undefined ? "" : String(minBalanceCents / 100),
  );
  const plain = text.trim().replace(/^\$/, "").replaceAll(",", "");
  const valid = plain === "" || dollars.test(plain);
  const change = (next: string) => {
    setText(next);
    const sum = next.trim().replace(/^\$/, "").replaceAll(",", "");
    const { minBalanceCents: _, ...rest } = filter;
    if (sum === "") onChange(create(AudienceFilterSchema, rest));
    else if (dollars.test(sum)) {
      const cents = Math.round(Number(sum) * 100);
      onChange(create(AudienceFilterSchema, { ...rest, minBalanceCents: cents }));
    }
  };
  return (
    <TextField
      label={labels.balance}
      description={labels.balanceHint}
      inputMode="decimal"
      value={text}
      onChange={change}
      error={valid ? undefined : labels.balanceInvalid}
    />
  );
}

/** An account must meet every filter that is set. */
export function AudienceFilters({ filter, values, onChange }: Props) {
  const change = (part: Partial<AudienceFilter>) =>
    onChange(create(AudienceFilterSchema, { ...filter, ...part }));
  const groups = [
    {
      key: "buildings",
      label: labels.buildings,
      options: toOptions(values?.buildings, filter.buildings),
    },
    { key: "tags", label: labels.tags, options: toOptions(values?.tags, filter.tags) },
    {
      key: "languages",
      label: labels.languages,
      options: toOptions(values?.languages, filter.languages, languageName),
    },
  ] as const;
  return (
    <div className="stack stack--loose">
      <CheckboxGroup
        label={labels.kinds}
        options={kindOptions}
        value={filter.kinds.map(String)}
        onChange={(kinds) => change({ kinds: kinds.map((kind) => Number(kind) as HomeownerKind) })}
      />
      {groups.map(({ key, label, options }) =>
        options.length > 0 ? (
          <CheckboxGroup
            key={key}
            label={label}
            options={options}
            value={filter[key]}
            description={
              (values?.[key].length ?? 0) >= maxValues ? labels.firstValues(maxValues) : undefined
            }
            onChange={(chosen) => change({ [key]: chosen })}
          />
        ) : null,
      )}
      <div className="blast-fields">
        <TextField
          label={labels.unitFrom}
          value={filter.unitFrom}
          onChange={(unitFrom) => change({ unitFrom })}
          maxLength={60}
        />
        <TextField
          label={labels.unitTo}
          value={filter.unitTo}
          onChange={(unitTo) => change({ unitTo })}
          maxLength={60}
        />
        <BalanceField filter={filter} onChange={onChange} />
      </div>
    </div>
  );
}
