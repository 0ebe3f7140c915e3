import type { ReactNode } from "react";

/** A field that staff write in, for a screen that adds tools to it. */
export type FieldTools = {
  fieldId: string;
  text: string;
  change: (text: string) => void;
  children: ReactNode;
};
