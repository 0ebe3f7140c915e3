import { useState } from "react";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";

/** Maximum number of requests that can be approved at once. */
const maxApproved = 100;

/** The selected requests among those shown, 100 at most. */
export function useSelection(shown: readonly ServiceRequest[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = shown.filter(({ id }) => ids.has(id)).slice(0, maxApproved);
  const selectable = shown.slice(0, maxApproved);
  return {
    selected,
    isAllSelected: selectable.length > 0 && selected.length === selectable.length,
    has: (id: string) => ids.has(id),
    set: (id: string, isSelected: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        if (isSelected) after.add(id);
        else after.delete(id);
        return after;
      }),
    selectAll: () => setIds(new Set(selectable.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
