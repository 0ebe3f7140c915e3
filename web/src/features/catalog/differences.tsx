import { CatalogChange, type CatalogDifference } from "../../gen/parlor/v1/catalog_intent_pb";
import type { GetCatalogsResponse } from "../../gen/parlor/v1/catalog_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Badge } from "../../ui";
import { catalogName } from "./intents";
import { catalogTitles, changeLabel } from "./labels";
import { catalogByName } from "./url-state";
import { differenceLines } from "./version-labels";

type Props = {
  differences: readonly CatalogDifference[];
  catalogs: GetCatalogsResponse;
  label: string;
};

function toTone(change: CatalogChange): "success" | "danger" | "warning" {
  if (change === CatalogChange.ADDED) return "success";
  return change === CatalogChange.REMOVED ? "danger" : "warning";
}

/** Lists the differences by intent. */
export function Differences({ differences, catalogs, label }: Props) {
  const titles = new Map(catalogs.intents.map(({ key, title }) => [key, title]));
  for (const { before } of differences) {
    if (before && !titles.has(before.key)) titles.set(before.key, before.title);
  }
  return (
    <ul className="differences" aria-label={label}>
      {differences.map((difference) => {
        const one = difference.after ?? difference.before;
        if (!one) return null;
        return (
          <li key={one.key} className="difference">
            <span className="row row--wrap">
              <span className="strong">{showDirectionMarks(one.title)}</span>
              {difference.changes.map((change) => (
                <Badge key={change} tone={toTone(change)}>
                  {changeLabel(change)}
                </Badge>
              ))}
            </span>
            <span className="caption">
              {catalogTitles[catalogName(catalogByName, one.catalog)]} · {one.category}
            </span>
            {differenceLines(difference, (key) => titles.get(key) ?? key).map((line) => (
              <span key={line} className="small secondary">
                {showDirectionMarks(line)}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
