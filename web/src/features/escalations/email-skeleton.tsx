import { Skeleton } from "../../ui";

/** Stands in for an email thread while it loads. */
export function EmailSkeleton() {
  return (
    <div className="case-thread stack" aria-busy="true">
      <Skeleton wide="62%" high="40px" />
      <Skeleton wide="48%" high="40px" />
    </div>
  );
}
