// Copy about the text of a blast: merge fields, its length and its sender.

export const mergeFields = [
  { field: "{{first_name|neighbor}}", label: "First name" },
  { field: "{{name}}", label: "Full name" },
  { field: "{{unit}}", label: "Unit" },
  { field: "{{building}}", label: "Building" },
  { field: "{{community}}", label: "Community" },
] as const;

const fieldLabels = new Map(
  mergeFields.map(({ field, label }) => [field.replace(/^\{\{|[|}].*$/g, ""), label] as const),
);

export const fieldLabel = (field: string): string => fieldLabels.get(field) ?? field;

/** "First name is unknown: “neighbor” is used." */
export function fallbackLabel(part: { mergeField: string; text: string }): string {
  const field = fieldLabel(part.mergeField);
  const text = part.text.trim();
  return text ? `${field} is unknown: “${text}” is used.` : `${field} is unknown and left blank.`;
}

/** Explains the sender that is added to a text. */
export const addedSenderHint = (sender: string) =>
  `Includes “${sender.trim()}”, which is added because the text doesn't name its sender.`;

export const messageLabels = {
  segmentCost: "A segment then holds 70 characters, not 160.",
  replaceCharacters: "Replace",
} as const;
