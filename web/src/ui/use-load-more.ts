import { useEffect, useEffectEvent } from "react";

/** How a list that reads on by itself goes on. */
export type LoadMore = {
  pending: boolean;
  /** Why the next page did not come. */
  failed?: string | undefined;
  onMore: () => void;
};

/** The next page comes by itself where it is `needed`, once; a press tries again where it failed. */
export function useLoadMore(more: LoadMore | undefined, needed: boolean): void {
  const free = more !== undefined && !more.pending && !more.failed;
  const readOn = useEffectEvent(() => more?.onMore());
  // Where one has scrolled to is outside of React.
  useEffect(() => {
    if (free && needed) readOn();
  }, [free, needed]);
}
