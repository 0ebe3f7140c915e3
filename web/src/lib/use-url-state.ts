import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** Converts between the query of the URL and the state of a screen. */
export type UrlStateCodec<State> = {
  read: (params: URLSearchParams) => State;
  /** Returns the query of a state. `before` is the query that it replaces. */
  write: (state: State, before: URLSearchParams) => URLSearchParams;
};

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
