import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Converts between the query of the URL and the state of a screen. */
export type UrlStateCodec<State> = {
  read: (params: URLSearchParams) => State;
  /** Returns the query of a state. `before` is the query that it replaces. */
  write: (state: State, before: URLSearchParams) => URLSearchParams;
};

/** Codec of a state whose parts are parameters of the same names, empty when they are missing. */
export function textCodec<Name extends string>(
  ...names: readonly Name[]
): UrlStateCodec<Record<Name, string>> {
  return {
    read: (params) =>
      Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<
        Name,
        string
      >,
    write: (state) =>
      new URLSearchParams(names.map((name) => [name, state[name]]).filter(([, value]) => value)),
  };
}

/** Changes the given parts of the state. `replace` adds no history entry. */
export type SetUrlState<State> = (change: Partial<State>, replace?: boolean) => void;

/** Keeps the state of a screen in the URL. The codec must be a constant. */
export function useUrlState<State extends object>(
  codec: UrlStateCodec<State>,
  { replace: replaceByDefault = false } = {},
): [State, SetUrlState<State>] {
  const [params, setParams] = useSearchParams();
  const setUrlState = useCallback<SetUrlState<State>>(
    (change, replace = replaceByDefault) =>
      setParams((before) => codec.write({ ...codec.read(before), ...change }, before), { replace }),
    [codec, replaceByDefault, setParams],
  );
  return [codec.read(params), setUrlState];
}
