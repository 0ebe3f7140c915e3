import type { ReactNode } from "react";

/** A field that staff write in. */
export type WrittenField = {
  fieldId: string;
  text: string;
  change: (text: string) => void;
  children: ReactNode;
};

/** What a screen adds to a composer: something around its field, and a button below it. */
export type FieldTools = {
  around: (field: WrittenField) => ReactNode;
  button: ReactNode;
};
