import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { type Category, coverageLabel, isCurrent } from "../answer-rules";

export type AnswerListItem =
  | ({ kind: "category"; key: string } & Category)
  | { kind: "answer"; key: string; answer: Answer };

/** Answers with their categories' names in between, when they are in order of category. */
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

type Props = {
  label: string;
  items: readonly AnswerListItem[];
  /** The answer that is brought into view when it changes. */
  selected: string;
  children: (answer: Answer) => ReactNode;
};

/** Room for the toolbar that stays at the top. */
const toolbarHeight = 64;

/**
 * A long list: only what is in view, and a little around it, is drawn. What
 * scrolls is the column around it, which carries `data-scrolls`.
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

  // Cards and forms above push the list down.
  useLayoutEffect(() => {
    const scroller = findScroller(list.current);
    if (!list.current || !scroller) return;
    const top = list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setAbove(Math.round(top + scroller.scrollTop));
  });

  // Selecting by key, by link or from the phone may name what is out of view.
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
                {item.name} <span className="category__count">{coverageLabel(item)}</span>
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
