import { Skeleton } from "../../ui";

/** Placeholder of the test cases while they load. */
export function TestCasesSkeleton() {
  return (
    <div className="panel panel__body stack stack--loose" aria-busy="true">
      <Skeleton wide="40%" high="16px" />
      <Skeleton wide="90%" />
    </div>
  );
}
