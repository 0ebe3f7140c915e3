// The state of the administration screen, kept in the URL. `section` names the tab; the other
// parameters belong to the section.

import { useCallback } from "react";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

const sectionParam = "section";

export function sectionPath(id: string): string {
  return `?${new URLSearchParams({ [sectionParam]: id })}`;
}

type Change = Record<string, string>;

export type AdminUrlState = {
  section: string;
  /** Returns the value of a parameter; empty when the URL does not have it. */
  get: (name: string) => string;
  /** Changes the named parameters and keeps the others; an empty value removes a parameter. */
  go: (change: Change, options?: { replace?: boolean }) => void;
};

const codec: UrlStateCodec<Change> = {
  read: (params) => Object.fromEntries(params),
  write: (state) => new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "")),
};

export function useAdminUrlState(): AdminUrlState {
  const [params, setUrlState] = useUrlState(codec);
  const get = (name: string) => params[name] ?? "";
  const go = useCallback<AdminUrlState["go"]>(
    (change, { replace = false } = {}) => setUrlState(change, replace),
    [setUrlState],
  );
  return { section: get(sectionParam), get, go };
}
