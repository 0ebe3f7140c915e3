// Where one is among the catalogues: all of it is in the URL.

import { useSearchParams } from "react-router";
import { Catalogue } from "../../gen/parlor/v1/catalogue_pb";

export const catalogues = {
  fine: Catalogue.FINE,
  merged: Catalogue.MERGED,
  company: Catalogue.COMPANY,
} as const;

export type CatalogueName = keyof typeof catalogues;

export type Place = {
  catalogue: CatalogueName;
  words: string;
  /** The key of the intent at hand. */
  intent: string;
  /** The keys of those that are chosen, to be merged or removed. */
  chosen: readonly string[];
  /** What is open over the desk. */
  open: "" | (typeof openings)[number];
  /** Whose lacks are shown; empty for all communities. */
  community: string;
};

const openings = ["versions", "import", "publish", "lacks"] as const;

export function searchOf({ chosen, ...rest }: Place): string {
  const params = new URLSearchParams();
  const all = { ...rest, chosen: chosen.join(",") };
  for (const [name, value] of Object.entries(all)) if (value) params.set(name, value);
  if (rest.catalogue === "fine") params.delete("catalogue");
  return `?${params}`;
}

function isName(text: string): text is CatalogueName {
  return Object.hasOwn(catalogues, text);
}

export type Go = (change: Partial<Place>, replace?: boolean) => void;

export function usePlace(): [Place, Go] {
  const [params, setParams] = useSearchParams();
  const get = (name: string) => params.get(name) ?? "";
  const catalogue = get("catalogue");
  const place: Place = {
    catalogue: isName(catalogue) ? catalogue : "fine",
    words: get("words"),
    intent: get("intent"),
    chosen: get("chosen").split(",").filter(Boolean),
    open: openings.find((one) => one === get("open")) ?? "",
    community: get("community"),
  };
  const go: Go = (change, replace = false) =>
    setParams(searchOf({ ...place, ...change }), { replace });
  return [place, go];
}
