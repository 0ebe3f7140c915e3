import { useEffect, useEffectEvent } from "react";

/** Loads the next page of an infinite list. */
export type LoadMore = {
  pending: boolean;
  /** Why the next page failed to load. */
  failed?: string | undefined;
  onMore: () => void;
};

/** Loads the next page once when `needed`. After a failure, only the user tries again. */
export function useLoadMore(more: LoadMore | undefined, needed: boolean): void {
  const free = more !== undefined && !more.pending && !more.failed;
  const readOn = useEffectEvent(() => more?.onMore());
  // The scroll position is external to React.
  useEffect(() => {
    if (free && needed) readOn();
  }, [free, needed]);
}
