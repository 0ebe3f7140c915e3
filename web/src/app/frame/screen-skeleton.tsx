import { Skeleton } from "../../ui";
import { loadingLabels } from "./loading-labels";

/** Placeholder of a screen while it loads. */
export function ScreenSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        {loadingLabels.loadingScreen}
      </p>
      <div className="screen-head">
        <Skeleton wide="180px" high="28px" />
      </div>
      <div className="screen-body stack stack--loose">
        <Skeleton high="72px" />
        <Skeleton high="72px" />
        <Skeleton high="72px" />
      </div>
    </>
  );
}
