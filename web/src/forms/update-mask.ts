import type { DescMessage } from "@bufbuild/protobuf";

/**
 * Returns the update mask for fields of a request, given by their names in the code. A named field
 * without a value is cleared. The ID is never part of the mask.
 */
export function toUpdateMask(schema: DescMessage, names: readonly string[]): { paths: string[] } {
  const paths = names
    .filter((name) => name !== "id")
    .map((name) => schema.field[name]?.name ?? name);
  return { paths };
}
