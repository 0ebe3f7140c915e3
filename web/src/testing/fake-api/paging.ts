// Paging of lists. Methods return whole lists; here they are split into pages for every method with
// a limit, by the rules of the server.

import { clone, type DescMethod, type Message } from "@bufbuild/protobuf";
import { fieldError } from "./errors";

const defaultLimit = 50;
const maxLimit = 200;

const toHex = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The last item of the previous page: its ID, if it has one, and its index. */
type PageKey = [id: string, index: number];

function toToken(items: readonly unknown[], index: number): string {
  const { id = "" } = items[index] as { id?: string };
  return toHex(JSON.stringify([id, index] satisfies PageKey));
}

function startOf(items: readonly unknown[], token: string): number {
  if (!token) return 0;
  try {
    const bytes = (token.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
    const [id, index] = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes))) as PageKey;
    const found = items.findIndex((item) => id !== "" && (item as { id?: string }).id === id);
    return (found >= 0 ? found : index) + 1;
  } catch {
    const words = "Send the nextPageToken of the previous page unchanged, with the same filters.";
    throw fieldError("pageToken", words);
  }
}

/** Returns a page of items, and the token of the next page. */
export function page<T>(items: readonly T[], limit: number, token = "") {
  const start = startOf(items, token);
  const end = start + (limit > 0 ? Math.min(limit, maxLimit) : defaultLimit);
  return {
    items: items.slice(start, end),
    nextPageToken: end < items.length ? toToken(items, end - 1) : "",
  };
}

/** Methods whose first page has the newest items. Each page is sorted oldest first. */
const newestPageFirst = new Set(["ListTestPhoneMessages"]);

/** Returns the requested page of a response, if the response's first field is the list. */
export function toPage(method: DescMethod, request: Message, response: Message): Message {
  const { limit, pageToken } = request as Message & { limit?: number; pageToken?: string };
  const [list] = method.output.fields;
  if (limit === undefined || list?.fieldKind !== "list") return response;
  const cut = clone(method.output, response) as Message & Record<string, unknown>;
  const isReversed = newestPageFirst.has(method.name);
  const all = cut[list.localName] as unknown[];
  const { items, nextPageToken } = page(isReversed ? all.reverse() : all, limit, pageToken);
  cut[list.localName] = isReversed ? items.reverse() : items;
  if (method.output.field.nextPageToken) cut.nextPageToken = nextPageToken;
  if (method.output.field.hasMore) cut.hasMore ||= nextPageToken !== "";
  return cut;
}
