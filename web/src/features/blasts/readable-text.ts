import { fieldLabel } from "./message-labels";

const mergeField = /\{\{([\s\S]*?)\}\}/g;

/**
 * Returns a text as it reads before the details of a person are filled in: each merge field is the
 * name of the only community, its fallback, or its own name, such as "[unit]".
 */
export function readableText(body: string, communities: readonly string[]): string {
  const community = communities.length === 1 ? communities[0] : undefined;
  return body.replace(mergeField, (_, content: string) => {
    const [field = "", fallback] = content.split("|").map((part) => part.trim());
    if (field === "community" && community) return community;
    return fallback || `[${fieldLabel(field).toLowerCase()}]`;
  });
}

/** Whether a text has merge fields other than that of the community. */
export function isPersonal(body: string): boolean {
  return Array.from(body.matchAll(mergeField)).some(
    ([, content = ""]) => content.split("|")[0]?.trim() !== "community",
  );
}
