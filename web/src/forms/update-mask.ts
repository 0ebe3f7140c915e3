import type { DescMessage } from "@bufbuild/protobuf";

/**
 * Returns the update mask that names fields of a request by their names in the code. A named field
 * without a value is emptied. The ID is not a field to change.
 */
export function toUpdateMask(schema: DescMessage, names: readonly string[]): { paths: string[] } {
  const paths = names
    .filter((name) => name !== "id")
    .map((name) => schema.field[name]?.name ?? name);
  return { paths };
}
