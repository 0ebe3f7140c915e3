// Fields for a date and time, and for a file.

import type { DescMessage } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { toDataUrl } from "../lib/data-url";
import { FileDrop, TextField } from "../ui";
import { labels } from "./labels";
import { type FieldProps, useField } from "./use-field";

/** Formats a time for a `datetime-local` field: "2026-11-21T09:30". */
function written(moment: Timestamp | undefined): string {
  if (!moment) return "";
  const date = timestampDate(moment);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** A date and a time of day, in the user's time zone. The field is a Timestamp. */
export function FormDateTime<I extends DescMessage>(props: FieldProps<I>) {
  const { field, error, required, nothing } = useField(props);
  // A partly typed date is not a valid time yet. It stays in the browser's field.
  const [text, setText] = useState(() => written(field.value as Timestamp | undefined));
  const change = (next: string) => {
    setText(next);
    const date = new Date(next);
    field.onChange(next && !Number.isNaN(date.getTime()) ? timestampFromDate(date) : nothing);
  };
  return (
    <TextField
      label={props.label}
      description={props.description}
      type="datetime-local"
      name={field.name}
      value={text}
      onChange={change}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
      isRequired={required}
    />
  );
}

type FileProps<I extends DescMessage> = FieldProps<I> & {
  accept?: string;
  /** Maximum size in bytes. Larger files are refused before they are uploaded. */
  most: number;
};

const megabyte = 1_000_000;

/** A file, sent as a data: URL in a string field. */
export function FormFile<I extends DescMessage>(props: FileProps<I>) {
  const { of, label, description, accept, most } = props;
  const { field, error } = useField(props);
  const [name, setName] = useState("");
  const take = async (file: File) => {
    try {
      if (file.size > most) throw new RangeError();
      field.onChange(await toDataUrl(file));
      setName(file.name);
    } catch (cause) {
      const large = cause instanceof RangeError;
      const words = large
        ? labels.fileTooLarge(file.name, Math.floor(most / megabyte))
        : labels.fileUnreadable(file.name);
      of.hook.setError(field.name, { type: "file", message: words });
    }
  };
  return (
    <FileDrop
      label={label}
      description={description}
      {...(accept ? { accept } : {})}
      onFile={(file) => void take(file)}
      chosen={field.value ? name : undefined}
      inputRef={field.ref}
      error={error}
    />
  );
}
