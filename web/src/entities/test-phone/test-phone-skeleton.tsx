import { Skeleton } from "../../ui";
import { asideLabels } from "./aside-labels";

/** Placeholder of the test phone while its community loads. */
export function TestPhoneAsideSkeleton() {
  return (
    <aside className="turbo__test" aria-busy="true" aria-label={asideLabels.title}>
      <h2 className="panel-title">{asideLabels.title}</h2>
      <PhoneSkeleton />
      <div className="why">
        <Skeleton wide="44%" high="14px" />
        <Skeleton wide="92%" />
        <Skeleton wide="70%" />
      </div>
    </aside>
  );
}

export function PhoneSkeleton() {
  return (
    <div className="phone">
      <div className="phone__head">
        <Skeleton wide="24px" high="28px" />
        <Skeleton wide="40%" high="14px" />
      </div>
      <div />
      <div className="phone__compose">
        <Skeleton high="36px" />
      </div>
    </div>
  );
}
