// Where one is on the desk: all of it is in the URL.

import { useSearchParams } from "react-router";

export type Place = {
  reviewed: boolean;
  community: string;
  newestFirst: boolean;
  /** Also the communities of which one is but a secondary contact. */
  secondary: boolean;
  id: string;
};

const names = {
  reviewed: "tab",
  community: "community",
  newestFirst: "order",
  secondary: "secondary",
  id: "id",
};

function write(params: URLSearchParams, name: string, value: string) {
  if (value) params.set(name, value);
  else params.delete(name);
}

export function searchOf(place: Place): string {
  const params = new URLSearchParams();
  write(params, names.reviewed, place.reviewed ? "reviewed" : "");
  write(params, names.community, place.community);
  write(params, names.newestFirst, place.newestFirst ? "newest" : "");
  write(params, names.secondary, place.secondary ? "" : "no");
  write(params, names.id, place.id);
  return `?${params}`;
}

export function usePlace(): [Place, (change: Partial<Place>, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const place: Place = {
    reviewed: params.get(names.reviewed) === "reviewed",
    community: params.get(names.community) ?? "",
    newestFirst: params.get(names.newestFirst) === "newest",
    secondary: params.get(names.secondary) !== "no",
    id: params.get(names.id) ?? "",
  };
  const go = (change: Partial<Place>, replace = false) =>
    setParams(searchOf({ ...place, ...change }), { replace });
  return [place, go];
}
