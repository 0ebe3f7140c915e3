import { Icon } from "../../../ui";
import { type Features, featureDifference, screensText } from "./features";
import { labels } from "./labels";

/** Shows which screens staff gain or lose by the changed features. */
export function FeatureChanges({ before, after }: { before: Features; after: Features }) {
  const text = screensText(before, after);
  const loses = featureDifference(before, after).lost.length > 0;
  return (
    <div role="status">
      {text ? (
        <p className={loses ? "notice notice--warning" : "notice"}>
          <Icon name={loses ? "warning" : "info"} />
          <span>{labels.changesApplyLater(text)}</span>
        </p>
      ) : null}
    </div>
  );
}
