import { measureElement, useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "../button";
import { type LoadMore, useLoadMore } from "../use-load-more";

export type TwoPaneListProps<Row> = {
  rows: readonly Row[];
  selected: string;
  /** Estimated height of a row, in pixels. */
  usual: number;
  /** Loads the next page. Unset at the end of the list. */
  more: LoadMore | undefined;
  draw: (row: Row) => ReactNode;
};

/** Number of rows before the last one at which the next page is loaded. */
const ahead = 8;

function LoadMoreRow({ pending, failed, onMore }: LoadMore) {
  return (
    <div className="desk__more" role={failed ? "alert" : undefined}>
      {failed ? <p className="caption">{failed}</p> : null}
      <Button size="small" pending={pending} onPress={onMore}>
        {failed ? "Try again" : "Show more"}
      </Button>
    </div>
  );
}

/** Renders only the visible rows, and a few around them. */
export default function VirtualRows<Row extends { id: string }>(props: TwoPaneListProps<Row>) {
  const { rows, selected, usual, more, draw } = props;
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => usual,
    getItemKey: (index) => rows[index]?.id ?? index,
    // On phones the hidden list measures 0; keep the estimate so that the scroll position survives.
    measureElement: (row, entry, all) =>
      row.clientHeight ? measureElement(row, entry, all) : usual,
    overscan: 6,
  });
  const drawn = list.getVirtualItems();
  useLoadMore(more, rows.length > 0 && (drawn.at(-1)?.index ?? -1) >= rows.length - ahead);

  // A shortcut or link can select a row that is out of view. On phones the list is hidden
  // meanwhile.
  const at = rows.findIndex(({ id }) => id === selected);
  useLayoutEffect(() => {
    if (at >= 0 && box.current?.clientHeight) list.scrollToIndex(at, { align: "auto" });
  }, [at, list]);

  return (
    <div ref={box} className="desk__scroll" data-scrolls>
      <ul className="desk__rows" style={{ blockSize: list.getTotalSize() }}>
        {drawn.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <li
              key={item.key}
              ref={list.measureElement}
              data-index={item.index}
              className="desk__row"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {draw(row)}
            </li>
          );
        })}
      </ul>
      {more ? <LoadMoreRow {...more} /> : null}
    </div>
  );
}
