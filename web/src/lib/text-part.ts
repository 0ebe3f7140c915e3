/** A part of a text. Concatenated, the parts are the text. */
export type TextPart = {
  text: string;
  /** The part matches the search. */
  found: boolean;
};
