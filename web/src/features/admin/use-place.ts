// Where one is in the administration: all of it is in the URL. `section` names the tab; the
// rest is the section's own and goes with it.

import { useCallback } from "react";
import { useSearchParams } from "react-router";

const section = "section";

export function pathOfSection(id: string): string {
  return `?${new URLSearchParams({ [section]: id })}`;
}

type Change = Record<string, string>;

export type Place = {
  section: string;
  /** What the URL says under a name; empty without. */
  get: (name: string) => string;
  /** Changes what is named and keeps the rest; an empty text takes it out. */
  go: (change: Change, options?: { replace?: boolean }) => void;
};

export function usePlace(): Place {
  const [params, setParams] = useSearchParams();
  const get = useCallback((name: string) => params.get(name) ?? "", [params]);
  const go = useCallback(
    (change: Change, { replace = false } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  return { section: get(section), get, go };
}
