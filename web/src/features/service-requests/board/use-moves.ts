import { createConnectQueryKey } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { nextState } from "../../../entities/service-request/states";
import { toastFailure } from "../../../forms/toast-error";
import type {
  ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { ServiceRequestService } from "../../../gen/parlor/v1/service_request_service_pb";
import { useTakeStep } from "../step/use-take-step";
import { notMoved } from "./labels";

/** Requests that are being moved to another state, by ID. */
export type Moves = ReadonlyMap<string, ServiceRequest>;

const queryKey = createConnectQueryKey({ schema: ServiceRequestService, cardinality: undefined });

/** Moves requests optimistically. Rejected moves are reverted, with a toast that says why. */
export function useMoves() {
  const taking = useTakeStep();
  const client = useQueryClient();
  const [moves, setMoves] = useState<Moves>(new Map());
  const set = (id: string, request: ServiceRequest | undefined) =>
    setMoves((before) => {
      const after = new Map(before);
      if (request) after.set(id, request);
      else after.delete(id);
      return after;
    });

  async function move(request: ServiceRequest, action: ServiceRequestAction) {
    const { id } = request;
    set(id, { ...request, state: nextState(action) });
    try {
      await taking.take(request, { action, note: "" });
      // The card stays in its new column until the columns have been refetched.
      await client.invalidateQueries({ queryKey });
    } catch (error) {
      toastFailure(notMoved(request), error);
    } finally {
      set(id, undefined);
    }
  }
  return { moves, move };
}

/** Returns the rows of a column, with requests being moved into it and without those moved out. */
export function withMoves(
  rows: readonly ServiceRequest[],
  states: readonly number[],
  moves: Moves,
): ServiceRequest[] {
  const arriving = [...moves.values()].filter(
    ({ id, state }) => states.includes(state) && rows.every((row) => row.id !== id),
  );
  const staying = rows
    .map((row) => moves.get(row.id) ?? row)
    .filter(({ state }) => states.includes(state));
  return [...arriving, ...staying];
}
