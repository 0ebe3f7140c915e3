import type { ReactNode } from "react";

/** A text field that a screen's tools can read and change. */
export type WrittenField = {
  fieldId: string;
  text: string;
  change: (text: string) => void;
  children: ReactNode;
};

/** What a screen adds to a composer: a wrapper around its field, and a button below it. */
export type FieldTools = {
  around: (field: WrittenField) => ReactNode;
  button: ReactNode;
};
