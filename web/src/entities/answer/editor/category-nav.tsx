import type { ReactNode } from "react";
import { type Category, coverageLabel } from "../answer-rules";
import { labels } from "./labels";
import type { KnowledgeUrlState } from "./url-state";

type Props = {
  categories: readonly Category[];
  /** Totals over all categories. */
  total: Category;
  /** Number of unanswered questions. Unset while unknown. */
  unansweredCount: number | undefined;
  /** Number of answers that have expired or expire soon. */
  expiringCount: number;
  urlState: KnowledgeUrlState;
  onChoose: (
    urlState: Pick<KnowledgeUrlState, "category" | "unansweredOnly" | "expiringOnly">,
  ) => void;
};

type NavEntryProps = { current: boolean; onChoose: () => void; children: ReactNode };

function NavEntry({ current, onChoose, children }: NavEntryProps) {
  return (
    <button
      type="button"
      className="category"
      aria-current={current ? "true" : undefined}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

/** Navigation by category, with the coverage of each category and the number of unanswered questions. */
export function CategoryNav({
  categories,
  total,
  unansweredCount,
  expiringCount,
  urlState,
  onChoose,
}: Props) {
  const ofCategory = ({ name, ...counts }: Category) => (
    <NavEntry
      key={name}
      current={name === urlState.category && !urlState.unansweredOnly && !urlState.expiringOnly}
      onChoose={() => onChoose({ category: name, unansweredOnly: false, expiringOnly: false })}
    >
      <span className="truncate" title={name}>
        {name || labels.allCategories}
      </span>
      <span className="category__count">{coverageLabel(counts)}</span>
    </NavEntry>
  );
  return (
    <nav className="categories" aria-label={labels.categories}>
      <p className="row row--between categories__title">
        {labels.categories}
        <span title={labels.answeredHint}>{labels.answered}</span>
      </p>
      {ofCategory(total)}
      {unansweredCount ? (
        <NavEntry
          current={urlState.unansweredOnly}
          onChoose={() => onChoose({ category: "", unansweredOnly: true, expiringOnly: false })}
        >
          {labels.unanswered}
          <span className="category__count">{unansweredCount}</span>
        </NavEntry>
      ) : null}
      {expiringCount > 0 || urlState.expiringOnly ? (
        <NavEntry
          current={urlState.expiringOnly}
          onChoose={() => onChoose({ category: "", unansweredOnly: false, expiringOnly: true })}
        >
          {labels.expiring}
          <span className="category__count">{expiringCount}</span>
        </NavEntry>
      ) : null}
      {categories.map(ofCategory)}
    </nav>
  );
}
