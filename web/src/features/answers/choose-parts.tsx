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
import { Icon } from "../../ui";

export type Choice = { id: string; label: string };

type Common = {
  label: string;
  hideLabel?: boolean;
  choices: readonly Choice[];
  error?: string | undefined;
  placeholder?: string;
};

function Parts({ label, hideLabel, choices, error, placeholder }: Common) {
  return (
    <>
      <Label className={hideLabel ? "visually-hidden" : "field__label"}>{label}</Label>
      <div className="select-box">
        <Input className="input choose__input" placeholder={placeholder ?? ""} />
        <Button className="choose__open">
          <Icon name="down" size="small" />
        </Button>
      </div>
      <FieldError className="field__error">{error}</FieldError>
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

type OneProps = Common & { value: string; onChange: (id: string) => void };

/** One of a list that may be long: typing narrows it. */
export function ChooseOne({ value, onChange, ...common }: OneProps) {
  return (
    <ComboBox
      className="field choose"
      selectedKey={value || null}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      isInvalid={Boolean(common.error)}
      menuTrigger="focus"
    >
      <Parts {...common} />
    </ComboBox>
  );
}

type WordsProps = Common & { value: string; onChange: (text: string) => void };

/** Any words; the list only helps. */
export function ChooseWords({ value, onChange, ...common }: WordsProps) {
  return (
    <ComboBox
      className="field choose"
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      isInvalid={Boolean(common.error)}
      menuTrigger="focus"
    >
      <Parts {...common} />
    </ComboBox>
  );
}
