/** A piece of a text; one after another they are the text. */
export type TextPart = {
  text: string;
  /** It is what was looked for. */
  found: boolean;
};
