import { Icon } from "../../../ui";
import { type Features, featureDifference } from "./features";

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Shows which screens staff gain or lose by the changed features. */
export function FeatureChanges({ before, after }: { before: Features; after: Features }) {
  const { gained, lost } = featureDifference(before, after);
  const words = [
    gained.length > 0 ? `Staff get ${list.format(gained)}.` : "",
    lost.length > 0 ? `Staff lose ${list.format(lost)}.` : "",
  ].filter(Boolean);
  return (
    <div role="status">
      {words.length > 0 ? (
        <p className={lost.length > 0 ? "notice notice--warning" : "notice"}>
          <Icon name={lost.length > 0 ? "warning" : "info"} />
          <span>{words.join(" ")} Changes apply the next time they use Parlor.</span>
        </p>
      ) : null}
    </div>
  );
}
