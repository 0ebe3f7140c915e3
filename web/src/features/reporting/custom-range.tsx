import { type FormEvent, useState } from "react";
import { Button, TextField } from "../../ui";
import { rangeFieldLabels } from "./labels";
import { rangeErrors } from "./range";

type Days = { start: string; end: string };
type Props = Days & { onChange: (days: Days) => void };

/** First and last day of a custom range. The report changes when both are valid and applied. */
export function CustomRange({ start, end, onChange }: Props) {
  const [days, setDays] = useState({ start, end });
  const [applied, setApplied] = useState({ start, end });
  const [isChecked, setChecked] = useState(true);
  // Another range in the URL replaces what was typed.
  if (applied.start !== start || applied.end !== end) {
    setApplied({ start, end });
    setDays({ start, end });
    setChecked(true);
  }
  const errors = isChecked ? rangeErrors(days, new Date()) : {};
  const change = (changed: Partial<Days>) => {
    setDays({ ...days, ...changed });
    setChecked(false);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(rangeErrors(days, new Date())).length === 0) onChange(days);
  };
  return (
    <form
      className="row row--wrap reporting__range"
      aria-label={rangeFieldLabels.form}
      noValidate
      onSubmit={apply}
    >
      <TextField
        label={rangeFieldLabels.start}
        type="date"
        value={days.start}
        onChange={(value) => change({ start: value })}
        error={errors.start}
      />
      <TextField
        label={rangeFieldLabels.end}
        type="date"
        value={days.end}
        onChange={(value) => change({ end: value })}
        error={errors.end}
      />
      <Button type="submit">{rangeFieldLabels.apply}</Button>
    </form>
  );
}
