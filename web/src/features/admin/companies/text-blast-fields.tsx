import { useState } from "react";
import { type Form, FormNumber, useField } from "../../../forms";
import type { UpdateCompanyRequestSchema } from "../../../gen/parlor/v1/company_service_pb";
import { TextField } from "../../../ui";
import { formatDollars, toMicros } from "./dollars";
import { labels } from "./labels";

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
      error={error && labels.invalidPrice}
    />
  );
}

/** Limit and price of the company's text blasts. */
export function TextBlastFields({ of }: Props) {
  return (
    <fieldset className="field choices">
      <legend className="field__label">{labels.textBlasts}</legend>
      <div className="form-pair">
        <FormNumber
          of={of}
          name="blastDailyLimit"
          label={labels.recipientsPerDay}
          description={labels.recipientsPerDayHint}
        />
        <FormNumber
          of={of}
          name="blastSegmentsPerSecond"
          label={labels.segmentsPerSecond}
          description={labels.segmentsPerSecondHint}
        />
      </div>
      <div className="form-pair">
        <Price
          of={of}
          name="segmentPriceMicros"
          label={labels.segmentPrice}
          description={labels.segmentPriceHint}
        />
        <Price
          of={of}
          name="picturePriceMicros"
          label={labels.picturePrice}
          description={labels.picturePriceHint}
        />
      </div>
      <FormNumber
        of={of}
        name="brandDailySegments"
        label={labels.segmentsPerDay}
        description={labels.segmentsPerDayHint}
      />
    </fieldset>
  );
}
