import { Icon } from "../../../ui";
import { type Features, featureDifference } from "./features";

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** What a change of features does to the menus of the company's staff, while one makes it. */
export function FeatureChanges({ before, after }: { before: Features; after: Features }) {
  const { gained, lost } = featureDifference(before, after);
  const words = [
    gained.length > 0 ? `Its staff gain ${list.format(gained)}.` : "",
    lost.length > 0 ? `They lose ${list.format(lost)}.` : "",
  ].filter(Boolean);
  return (
    <div role="status">
      {words.length > 0 ? (
        <p className={lost.length > 0 ? "notice notice--warning" : "notice"}>
          <Icon name={lost.length > 0 ? "warning" : "info"} />
          <span>{words.join(" ")} They notice at their next call.</span>
        </p>
      ) : null}
    </div>
  );
}
