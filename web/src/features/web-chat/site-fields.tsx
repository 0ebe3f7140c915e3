// Fields of the settings of a web chat.

import { type FieldProps, useField } from "../../forms";
import type { UpdateWebChatSiteRequestSchema } from "../../gen/parlor/v1/web_chat_site_service_pb";
import { RadioGroup, TagInput, TextField } from "../../ui";
import { isColor } from "../../widget/color";
import { formLabels } from "./labels";
import { toOrigin } from "./origin";

type Props = FieldProps<typeof UpdateWebChatSiteRequestSchema>;

/** A color, picked or typed. */
export function Color(props: Props) {
  const { field, error, required } = useField(props);
  const value = String(field.value ?? "");
  const tidy = () => {
    if (value !== value.trim()) field.onChange(value.trim());
    field.onBlur();
  };
  return (
    <div className="site-color">
      <TextField
        label={props.label}
        description={props.description}
        name={field.name}
        value={value}
        onChange={field.onChange}
        onBlur={tidy}
        inputRef={field.ref}
        error={error}
        isRequired={required}
      />
      <input
        type="color"
        className="input site-color__picker"
        aria-label={formLabels.pickColor}
        // The picker shows black for what is not a color.
        value={isColor(value) ? value : "#000000"}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </div>
  );
}

type YesOrNoProps = Props & { yes: string; no: string };

/** Chooses between two options. The first one is the value `false`. */
export function YesOrNo(props: YesOrNoProps) {
  const { field, error } = useField(props);
  return (
    <RadioGroup
      label={props.label}
      description={props.description}
      options={[
        { value: "false", label: props.no },
        { value: "true", label: props.yes },
      ]}
      value={String(field.value ?? false)}
      onChange={(value) => field.onChange(value === "true")}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
    />
  );
}

/** The origins of the websites that may show the chat. A pasted address becomes its origin. */
export function AllowedSites(props: Props) {
  const { field, error } = useField(props);
  return (
    <TagInput
      label={props.label}
      description={props.description}
      value={(field.value ?? []) as string[]}
      onChange={(sites) => field.onChange([...new Set(sites.map(toOrigin))])}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
    />
  );
}
