import { type KeyboardEvent, useRef } from "react";
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from "react-aria-components";
import { Icon } from ".";

export type SearchableOption = { id: string; label: string };

type Common = {
  label: string;
  hideLabel?: boolean;
  choices: readonly SearchableOption[];
  error?: string | undefined;
  placeholder?: string;
};

function ComboBoxParts({ label, hideLabel, choices, error, placeholder }: Common) {
  return (
    <>
      <Label className={hideLabel ? "visually-hidden" : "field__label"}>{label}</Label>
      <div className="select-box">
        <Input className="input choose__input" placeholder={placeholder ?? ""} />
        <Button className="choose__open">
          <Icon name="down" size="small" />
        </Button>
      </div>
      <FieldError className="field__error">
        {error ? (
          <>
            <Icon name="danger" size="small" />
            {error}
          </>
        ) : null}
      </FieldError>
      <Popover className="menu choose__list" offset={4} maxHeight={320}>
        <ListBox items={choices}>
          {(choice) => (
            <ListBoxItem className="menu__item" textValue={choice.label}>
              <span className="truncate">{choice.label}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </>
  );
}

type SearchableSelectProps = Common & { value: string; onChange: (id: string) => void };

/**
 * Chooses one option of a long list; typing filters it. Enter chooses the only match. Leaving the
 * field chooses an option whose label was typed in full.
 */
export function SearchableSelect({ value, onChange, ...common }: SearchableSelectProps) {
  const typed = useRef("");
  function take(onlyOne: boolean) {
    const text = typed.current.trim().toLowerCase();
    const found = common.choices.filter(({ label }) => label.toLowerCase().includes(text));
    const exact = found.find(({ label }) => label.toLowerCase() === text);
    const meant = exact ?? (onlyOne && found.length === 1 ? found[0] : undefined);
    if (text && meant && meant.id !== value) onChange(meant.id);
  }
  // Runs before ComboBox restores the old value. ComboBox itself handles an option that has focus.
  function onKeyDownCapture({ key, target }: KeyboardEvent) {
    const onOne = (target as Element).hasAttribute("aria-activedescendant");
    if ((key === "Enter" || key === "Tab") && !onOne) take(key === "Enter");
  }
  return (
    <div onKeyDownCapture={onKeyDownCapture} onBlurCapture={() => take(false)}>
      <ComboBox
        className="field"
        selectedKey={common.choices.some(({ id }) => id === value) ? value : null}
        onSelectionChange={(key) => {
          if (key !== null) onChange(String(key));
        }}
        onInputChange={(text) => {
          typed.current = text;
        }}
        isInvalid={Boolean(common.error)}
        menuTrigger="focus"
      >
        <ComboBoxParts {...common} />
      </ComboBox>
    </div>
  );
}

type AutocompleteProps = Common & { value: string; onChange: (text: string) => void };

/** Accepts any text. The options are suggestions. */
export function AutocompleteInput({ value, onChange, ...common }: AutocompleteProps) {
  return (
    <ComboBox
      className="field"
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      isInvalid={Boolean(common.error)}
      menuTrigger="focus"
    >
      <ComboBoxParts {...common} />
    </ComboBox>
  );
}
