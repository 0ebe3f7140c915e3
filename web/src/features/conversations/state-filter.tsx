import type { CountConversationsResponse } from "../../gen/parlor/v1/conversation_service_pb";
import { formatCount } from "../../lib/count";
import { SegmentedControl, Select } from "../../ui";
import { labels, stateLabels } from "./labels";
import type { StateName } from "./url-state";

type Props = {
  counts: CountConversationsResponse | undefined;
  narrow: boolean;
  value: StateName | "";
  onChange: (state: StateName | "") => void;
};

const all = "all";
const names = Object.keys(stateLabels) as StateName[];

/** Filters conversations by state, with their counts. */
export function StateFilter({ counts, narrow, value, onChange }: Props) {
  const options = [
    { value: all, label: labels.allStates },
    ...names.map((name) => ({
      value: name,
      label: stateLabels[name],
      ...(counts ? { count: counts[name] } : {}),
    })),
  ];
  const choose = (next: string) => onChange(next === all ? "" : (next as StateName));
  if (!narrow) {
    return (
      <SegmentedControl
        label={labels.show}
        value={value || all}
        onChange={choose}
        options={options}
      />
    );
  }
  return (
    <Select
      label={labels.show}
      hideLabel
      value={value || all}
      onChange={choose}
      options={options.map((one) => ({
        value: one.value,
        label:
          "count" in one && one.count !== undefined
            ? `${one.label} (${formatCount(one.count)})`
            : one.label,
      }))}
    />
  );
}
