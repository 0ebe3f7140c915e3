import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { Count } from "./badges";
import { Icon } from "./icon";
import type { IconName } from "./icons";

export type SegmentOption = {
  value: string;
  label: string;
  icon?: IconName;
  count?: number;
  disabled?: boolean;
};

type Props = {
  label: string;
  options: readonly SegmentOption[];
  value: string;
  onChange: (value: string) => void;
  size?: "small";
};

/** Two to four mutually exclusive options. */
export function SegmentedControl({ label, options, value, onChange, size }: Props) {
  return (
    <ToggleButtonGroup
      className={size ? "segments segments--small" : "segments"}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [next] = keys;
        if (next !== undefined && next !== value) onChange(String(next));
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className="segment"
          isDisabled={option.disabled ?? false}
        >
          {option.icon ? <Icon name={option.icon} size="small" /> : null}
          {option.label}
          {option.count === undefined ? null : <Count value={option.count} />}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
