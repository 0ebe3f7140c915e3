import "./two-pane.css";
import { Skeleton } from "../badges";

const widths = [
  ["44px", "112px", "96%", "72%"],
  ["36px", "92px", "100%", "48%"],
  ["40px", "132px", "94%", "64%"],
  ["52px", "104px", "88%", "80%"],
  ["32px", "120px", "98%", "40%"],
  ["44px", "96px", "90%", "58%"],
] as const;

/** Placeholder for the list of a two-pane screen while it loads. */
export function TwoPaneSkeleton({ label }: { label: string }) {
  return (
    <div className="desk__scroll">
      <p className="visually-hidden" role="status">
        {label}
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
