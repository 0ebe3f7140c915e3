// The merge fields of canned replies.

export type MergeValues = {
  first_name: string;
  unit: string;
  community_name: string;
  staff_name: string;
};

/** Placeholders for unknown values. Staff replace the text in brackets. */
const missing: MergeValues = {
  first_name: "neighbor",
  unit: "[unit]",
  community_name: "[community]",
  staff_name: "[your name]",
};

const blank = /\[(?:unit|community|your name)\]/;

/** Returns the text with the values of its merge fields. */
export function fillIn(body: string, values: MergeValues): string {
  return body.replace(/\{\{\s*(\w+)\s*\}\}/g, (field, name: string) =>
    Object.hasOwn(missing, name)
      ? values[name as keyof MergeValues] || missing[name as keyof MergeValues]
      : field,
  );
}

/** Returns the first blank that staff still have to fill in. */
export function firstBlank(text: string): string | undefined {
  return blank.exec(text)?.[0];
}
