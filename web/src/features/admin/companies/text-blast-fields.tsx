import { useState } from "react";
import { type Form, FormNumber, useField } from "../../../forms";
import type { UpdateCompanyRequestSchema } from "../../../gen/parlor/v1/company_service_pb";
import { TextField } from "../../../ui";
import { formatDollars, toMicros } from "./dollars";

type Props = { of: Form<typeof UpdateCompanyRequestSchema> };

/** A value that fails validation. */
const invalid = -1n;

type PriceProps = Props & {
  name: "segmentPriceMicros" | "picturePriceMicros";
  label: string;
  description: string;
};

/** Edits a price in US dollars; its value is in micros. */
function Price({ of, name, label, description }: PriceProps) {
  const { field, error } = useField({ of, name, label });
  const value = field.value as bigint;
  const [text, setText] = useState(() => formatDollars(value));
  // Keeps the text "0.0150" as typed, and replaces it when changes are discarded.
  const isOfValue = (toMicros(text) ?? invalid) === value;
  return (
    <TextField
      label={label}
      description={description}
      name={field.name}
      inputMode="decimal"
      value={isOfValue ? text : formatDollars(value)}
      onChange={(next) => {
        setText(next);
        field.onChange(toMicros(next) ?? invalid);
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error && "Enter a price from 0 to 1, with up to 6 decimals."}
    />
  );
}

/** Limit and price of the company's text blasts. */
export function TextBlastFields({ of }: Props) {
  return (
    <fieldset className="field choices">
      <legend className="field__label">Text blasts</legend>
      <div className="form-pair">
        <FormNumber
          of={of}
          name="blastDailyLimit"
          label="Text blast recipients per day"
          description="0 means no limit."
        />
        <FormNumber
          of={of}
          name="blastSegmentsPerSecond"
          label="Text blast segments per second"
          description="Combined limit for all numbers. 0 means no limit."
        />
      </div>
      <div className="form-pair">
        <Price
          of={of}
          name="segmentPriceMicros"
          label="Price per text segment"
          description="In US dollars, with up to 6 decimals."
        />
        <Price
          of={of}
          name="picturePriceMicros"
          label="Price per text with a picture"
          description="In US dollars, for one picture message (MMS). Enter 0 if no rate is set."
        />
      </div>
      <FormNumber
        of={of}
        name="brandDailySegments"
        label="Text blast segments per day"
        description="The daily limit that carriers set for your brand. Days are counted in Pacific Time. 0 means no limit."
      />
    </fieldset>
  );
}
