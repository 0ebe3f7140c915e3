import type {
  DescMessage,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { createQueryOptions, useTransport } from "@connectrpc/connect-query";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";

type Options<Response, Data> = { enabled: boolean; select: (response: Response) => Data };

/**
 * Queries a method whose contract loads after the page. `load` and `select` must be constants. The
 * previous data stays while another request loads. There is no data if the contract fails to load.
 */
export function useLazyQuery<I extends DescMessage, O extends DescMessage, Data>(
  load: () => Promise<DescMethodUnary<I, O>>,
  request: MessageInitShape<I>,
  { enabled, select }: Options<MessageShape<O>, Data>,
): Data | undefined {
  const transport = useTransport();
  const [method, setMethod] = useState<DescMethodUnary<I, O>>();
  useEffect(() => {
    if (!enabled) return;
    load().then(
      (loaded) => setMethod(() => loaded),
      () => undefined,
    );
  }, [load, enabled]);

  const queries = method
    ? [{ ...createQueryOptions(method, request, { transport }), enabled }]
    : [];
  const response = useQueries({ queries })[0]?.data as MessageShape<O> | undefined;
  const [previous, setPrevious] = useState<MessageShape<O>>();
  if (response !== undefined && response !== previous) setPrevious(() => response);
  const shown = response ?? previous;
  // Selected here, because `useQueries` selects again at each render.
  return useMemo(() => shown && select(shown), [shown, select]);
}
