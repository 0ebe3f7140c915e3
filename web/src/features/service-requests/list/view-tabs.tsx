import { Link } from "react-router";
import { Count } from "../../../ui";
import { sharedLabels } from "../labels";
import type { View } from "./views";

/** Views as tabs. The view that matches the current filters is selected. */
export function ViewTabs({ views, current }: { views: readonly View[]; current: string }) {
  return (
    <nav className="tabs tabs--views" aria-label={sharedLabels.views}>
      {views.map(({ name, search, count, isSaved }) => (
        <Link
          key={`${isSaved} ${name}`}
          className="tab"
          to={search}
          aria-current={search === current ? "page" : undefined}
        >
          {name}
          {count === undefined ? null : <Count value={count} />}
        </Link>
      ))}
    </nav>
  );
}
