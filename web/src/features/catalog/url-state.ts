// The state of the catalog screen, kept in the URL.

import { Catalog } from "../../gen/parlor/v1/catalog_pb";
import { type SetUrlState, type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

export const catalogByName = {
  fine: Catalog.FINE,
  merged: Catalog.MERGED,
  company: Catalog.COMPANY,
} as const;

export type CatalogName = keyof typeof catalogByName;

export type CatalogUrlState = {
  catalog: CatalogName;
  words: string;
  /** The key of the open intent. */
  intent: string;
  /** The keys of the intents selected to be merged or removed. */
  chosen: readonly string[];
  /** The panel that is open over the screen. */
  open: "" | (typeof panels)[number];
  /** The community whose knowledge gaps are shown; empty for all communities. */
  community: string;
};

const panels = ["versions", "import", "publish", "lacks"] as const;

/** Returns the query of a state, with the question mark. */
export function toSearch({ chosen, ...rest }: CatalogUrlState): string {
  const params = new URLSearchParams();
  const all = { ...rest, chosen: chosen.join(",") };
  for (const [name, value] of Object.entries(all)) if (value) params.set(name, value);
  if (rest.catalog === "fine") params.delete("catalog");
  return `?${params}`;
}

function isCatalogName(text: string): text is CatalogName {
  return Object.hasOwn(catalogByName, text);
}

export type UpdateUrlState = SetUrlState<CatalogUrlState>;

const codec: UrlStateCodec<CatalogUrlState> = {
  read(params) {
    const get = (name: string) => params.get(name) ?? "";
    const catalog = get("catalog");
    return {
      catalog: isCatalogName(catalog) ? catalog : "fine",
      words: get("words"),
      intent: get("intent"),
      chosen: get("chosen").split(",").filter(Boolean),
      open: panels.find((one) => one === get("open")) ?? "",
      community: get("community"),
    };
  },
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const useCatalogUrlState = () => useUrlState(codec);
