// Maps the server's names of fields to fields of the form.

import type { DescField, DescMessage } from "@bufbuild/protobuf";

function findField(message: DescMessage, name: string): DescField | undefined {
  return message.fields.find(
    (field) => field.name === name || field.jsonName === name || field.localName === name,
  );
}

/**
 * Converts a path as in the contract or JSON ("preferred_vendors[0]") to one of the form
 * ("preferredVendors.0").
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

/** Returns the closest field that the form shows. An item's error is shown at its list. */
export function closestShownField(path: string, shown: ReadonlySet<string>): string | undefined {
  let place = path;
  while (place) {
    if (shown.has(place)) return place;
    place = place.slice(0, Math.max(0, place.lastIndexOf(".")));
  }
  return undefined;
}
