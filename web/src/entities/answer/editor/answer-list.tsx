import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { formatNumber } from "../../../lib/format-number";
import { type Category, coverageLabel, isCurrent } from "../answer-rules";

export type AnswerListItem =
  | ({ kind: "category"; key: string } & Category)
  | { kind: "answer"; key: string; answer: Answer };

/** Inserts category headings between answers that are sorted by category. */
export function toListItems(
  answers: readonly Answer[],
  withCategories: boolean,
  today: string,
): AnswerListItem[] {
  const items: AnswerListItem[] = [];
  let category: Extract<AnswerListItem, { kind: "category" }> | undefined;
  for (const answer of answers) {
    if (withCategories && category?.name !== answer.category) {
      const name = answer.category;
      category = { kind: "category", key: `category ${name}`, name, count: 0, answered: 0 };
      items.push(category);
    }
    if (category) category.count += 1;
    if (category && isCurrent(answer, today)) category.answered += 1;
    items.push({ kind: "answer", key: answer.id, answer });
  }
  return items;
}

/** "4", or "3 of 4" while some of the listed questions have no valid answer. */
function countLabel({ count, answered }: Category): string {
  return answered === count ? formatNumber(count) : coverageLabel({ count, answered });
}

type Props = {
  label: string;
  items: readonly AnswerListItem[];
  /** ID of the answer to scroll to when it changes. */
  selected: string;
  children: (answer: Answer) => ReactNode;
};

/** Height of the sticky toolbar, in pixels. */
const toolbarHeight = 64;

/**
 * A virtual list of answers. Only visible rows, and a few around them, are rendered. The scroller
 * is an ancestor with `data-scrolls`.
 */
export function AnswerList({ label, items, selected, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => findScroller(list.current),
    estimateSize: (index) => (items[index]?.kind === "category" ? 36 : 112),
    getItemKey: (index) => items[index]?.key ?? index,
    scrollMargin: above,
    scrollPaddingStart: toolbarHeight,
    scrollPaddingEnd: 16,
    overscan: 6,
  });

  // Cards and forms above move the list down.
  useLayoutEffect(() => {
    const scroller = findScroller(list.current);
    if (!list.current || !scroller) return;
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setAbove(Math.round(top + scroller.scrollTop));
  });

  // A shortcut, a link or the phone can select an answer that is out of view.
  const urlState = items.findIndex((item) => item.key === selected);
  useLayoutEffect(() => {
    if (urlState >= 0) rows.scrollToIndex(urlState, { align: "auto" });
  }, [urlState, rows]);

  return (
    <ul
      ref={list}
      className="answers__all"
      aria-label={label}
      style={{ blockSize: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map((row) => {
        const item = items[row.index];
        if (!item) return null;
        return (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            className="answers__item"
            style={{ transform: `translateY(${row.start - above}px)` }}
          >
            {item.kind === "category" ? (
              <p className="answers__category">
                {item.name} <span className="category__count">{countLabel(item)}</span>
              </p>
            ) : (
              children(item.answer)
            )}
          </li>
        );
      })}
    </ul>
  );
}

function findScroller(list: HTMLElement | null): HTMLElement | null {
  return list?.closest<HTMLElement>("[data-scrolls]") ?? null;
}
