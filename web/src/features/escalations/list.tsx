import { measureElement, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { toProblem } from "../../rpc/problem";
import { Button, Key, Skeleton } from "../../ui";
import { Inquiry } from "./inquiry";
import type { useEscalations } from "./queries";
import type { Place } from "./use-place";

type Query = ReturnType<typeof useEscalations>;

type Props = {
  escalations: readonly Escalation[];
  selected: string;
  place: Place;
  query: Query;
};

/** So many rows before its end, a list asks for more. */
const ahead = 8;
const usual = 117;

/** The page after the last one comes by itself, once; a press tries again where it failed. */
function useMore(query: Query, lastShown: number, count: number) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const wanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const near = count > 0 && lastShown >= count - ahead;
  // Where one has scrolled to is outside of React.
  useEffect(() => {
    if (wanted && near) void fetchNextPage();
  }, [wanted, near, fetchNextPage]);
}

function More({ query }: { query: Query }) {
  if (!query.hasNextPage) return null;
  const { isFetchNextPageError: failed } = query;
  return (
    <div className="desk__more" role={failed ? "alert" : undefined}>
      {failed ? <p className="caption">{toProblem(query.error).title}</p> : null}
      <Button
        size="small"
        pending={query.isFetchingNextPage}
        onPress={() => void query.fetchNextPage()}
      >
        {failed ? "Try again" : "Show more"}
      </Button>
    </div>
  );
}

/** Only what is in view, and a little around it, is drawn. */
export function List({ escalations, selected, place, query }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: escalations.length,
    getScrollElement: () => box.current,
    estimateSize: () => usual,
    getItemKey: (index) => escalations[index]?.id ?? index,
    // What a phone hides has no height, and would move what one comes back to.
    measureElement: (row, entry, list) =>
      row.clientHeight ? measureElement(row, entry, list) : usual,
    overscan: 6,
  });
  const drawn = rows.getVirtualItems();
  useMore(query, drawn.at(-1)?.index ?? -1, escalations.length);

  // Walking by key, or a link, may name what is out of view; a phone hides the list meanwhile.
  const at = escalations.findIndex(({ id }) => id === selected);
  useLayoutEffect(() => {
    if (at >= 0 && box.current?.clientHeight) rows.scrollToIndex(at, { align: "auto" });
  }, [at, rows]);

  return (
    <>
      <div ref={box} className="desk__scroll" data-scrolls>
        <ul className="desk__rows" style={{ blockSize: rows.getTotalSize() }}>
          {drawn.map((row) => {
            const escalation = escalations[row.index];
            if (!escalation) return null;
            return (
              <li
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                className="desk__row"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <Inquiry
                  escalation={escalation}
                  current={escalation.id === selected}
                  place={place}
                />
              </li>
            );
          })}
        </ul>
        <More query={query} />
      </div>
      <p className="desk__hint only-desk">
        <Key>J</Key>
        <Key>K</Key> next, previous
        <span className="row__grow" />
        {place.reviewed ? null : (
          <>
            <Key>E</Key> edit answer
          </>
        )}
        <Key>?</Key> all
      </p>
    </>
  );
}

const widths = [
  ["44px", "112px", "96%", "72%"],
  ["36px", "92px", "100%", "48%"],
  ["40px", "132px", "94%", "64%"],
  ["52px", "104px", "88%", "80%"],
  ["32px", "120px", "98%", "40%"],
  ["44px", "96px", "90%", "58%"],
] as const;

/** The shape of the list while it is read. */
export function ListSkeleton() {
  return (
    <div className="desk__scroll">
      <p className="visually-hidden" role="status">
        Loading escalations
      </p>
      {widths.map(([unit, name, first, second]) => (
        <div key={unit + name} className="inquiry inquiry--skeleton" aria-hidden="true">
          <span className="inquiry__who">
            <Skeleton wide={unit} high="20px" />
            <Skeleton wide={name} high="14px" />
          </span>
          <span />
          <span className="inquiry__question skeleton-lines">
            <Skeleton wide={first} />
            <Skeleton wide={second} />
          </span>
          <span className="inquiry__foot">
            <Skeleton wide="72px" high="10px" />
            <Skeleton wide="104px" high="10px" />
          </span>
        </div>
      ))}
    </div>
  );
}
