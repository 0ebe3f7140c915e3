import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useId, useRef, useState } from "react";
import { formatNumber } from "../lib/format-number";
import { Button } from "./button";
import { FieldFooter } from "./field-footer";
import { Checkbox } from "./select";

export type MultiSelectOption = { value: string; label: string };

type Props = {
  label: string;
  options: readonly MultiSelectOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  description?: ReactNode;
  error?: string | undefined;
  /** Shown when there are no options. */
  none?: string;
  /** Label of a choice above the list that stands for all options, such as "All communities". */
  all?: string;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
};

const high = 36;

/**
 * Chooses several of hundreds of options. Typing filters them, and only visible rows are rendered.
 */
export function MultiSelect(props: Props) {
  const { label, options, value, onChange, description, error } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted));
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => box.current,
    estimateSize: () => high,
    getItemKey: (index) => found[index]?.value ?? index,
    overscan: 6,
  });
  const chosen = new Set(value);
  const missing = found.filter((option) => !chosen.has(option.value));
  return (
    <fieldset
      className="field choices"
      aria-describedby={FieldFooter.idsOf(id, { description, error })}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur?.();
      }}
    >
      <legend className="field__label">{label}</legend>
      {props.all && options.length > 1 ? (
        <Checkbox
          label={`${props.all} (${formatNumber(options.length)})`}
          isSelected={value.length === options.length}
          onChange={(all) => onChange(all ? options.map((option) => option.value) : [])}
        />
      ) : null}
      <div className="row row--wrap">
        <input
          ref={props.inputRef}
          type="search"
          className="input multi-select__find"
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
        <span className="caption row__grow" role="status">
          {value.length} of {options.length} selected
        </span>
        <Button
          variant="link"
          size="small"
          isDisabled={missing.length === 0}
          onPress={() => onChange([...value, ...missing.map((option) => option.value)])}
        >
          {wanted ? "Add matches" : "All"}
        </Button>
        <Button
          variant="link"
          size="small"
          isDisabled={value.length === 0}
          onPress={() => onChange([])}
        >
          None
        </Button>
      </div>
      <div ref={box} className="multi-select" data-scrolls>
        <div className="multi-select__rows" style={{ blockSize: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const option = found[row.index];
            return option ? (
              <OptionRow
                key={row.key}
                label={option.label}
                start={row.start}
                isChosen={chosen.has(option.value)}
                onChange={(isChosen) => {
                  const others = value.filter((one) => one !== option.value);
                  onChange(isChosen ? [...value, option.value] : others);
                }}
              />
            ) : null;
          })}
        </div>
        {found.length === 0 ? (
          <p className="caption multi-select__none">
            {options.length === 0 ? (props.none ?? "Nothing here yet.") : "No matches."}
          </p>
        ) : null}
      </div>
      <FieldFooter id={id} description={description} error={error} />
    </fieldset>
  );
}

type RowProps = {
  label: string;
  /** Distance from the top of the list, in pixels. */
  start: number;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
};

function OptionRow({ label, start, isChosen, onChange }: RowProps) {
  return (
    <label className="choice multi-select__row" style={{ transform: `translateY(${start}px)` }}>
      <input
        type="checkbox"
        className="choice__box"
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="truncate" title={label}>
        {label}
      </span>
    </label>
  );
}
