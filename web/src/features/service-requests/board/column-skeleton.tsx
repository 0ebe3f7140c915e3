import { Skeleton } from "../../../ui";
import { labels } from "./labels";

/** Placeholder of a column while it loads. */
export function ColumnSkeleton({ title }: { title: string }) {
  return (
    <div className="board__cards">
      <p className="visually-hidden" role="status">
        {labels.loadingColumn(title.toLowerCase())}
      </p>
      {["92%", "76%", "84%"].map((wide) => (
        <div key={wide} className="work-card" aria-hidden="true">
          <Skeleton wide="56%" high="14px" />
          <Skeleton wide={wide} />
          <Skeleton wide="40%" high="10px" />
        </div>
      ))}
    </div>
  );
}
