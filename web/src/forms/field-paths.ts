// Where on a form something is said.

import type { DescField, DescMessage } from "@bufbuild/protobuf";

function findField(message: DescMessage, name: string): DescField | undefined {
  return message.fields.find(
    (field) => field.name === name || field.jsonName === name || field.localName === name,
  );
}

/**
 * The server names fields as the contract or JSON does ("preferred_vendors[0]"); the form
 * names them as the code does ("preferredVendors.0").
 */
export function toFormPath(schema: DescMessage, path: string): string {
  const steps = path
    .replaceAll(/\[(\w+)\]/g, ".$1")
    .split(".")
    .filter(Boolean);
  let message: DescMessage | undefined = schema;
  return steps
    .map((step): string => {
      const field: DescField | undefined = message && findField(message, step);
      if (!field) return step;
      message = field.message;
      return field.localName;
    })
    .join(".");
}

/** The nearest field that the form shows: an item's trouble is told at its list. */
export function closestShownField(path: string, shown: ReadonlySet<string>): string | undefined {
  let place = path;
  while (place) {
    if (shown.has(place)) return place;
    place = place.slice(0, Math.max(0, place.lastIndexOf(".")));
  }
  return undefined;
}
