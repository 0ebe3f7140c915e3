import { CatalogueChange, type CatalogueDifference } from "../../gen/parlor/v1/catalogue_intent_pb";
import type { GetCataloguesResponse } from "../../gen/parlor/v1/catalogue_service_pb";
import { Badge } from "../../ui";
import { catalogues } from "./use-place";
import { catalogueTitles, changeWords, linesOf, nameOf } from "./words";

type Props = {
  differences: readonly CatalogueDifference[];
  read: GetCataloguesResponse;
  label: string;
};

function toneOf(change: CatalogueChange): "success" | "danger" | "warning" {
  if (change === CatalogueChange.ADDED) return "success";
  return change === CatalogueChange.REMOVED ? "danger" : "warning";
}

/** What is other, intent by intent. */
export function Differences({ differences, read, label }: Props) {
  const titles = new Map(read.intents.map(({ key, title }) => [key, title]));
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
              <span className="strong">{one.title}</span>
              {difference.changes.map((change) => (
                <Badge key={change} tone={toneOf(change)}>
                  {changeWords(change)}
                </Badge>
              ))}
            </span>
            <span className="caption">
              {catalogueTitles[nameOf(catalogues, one.catalogue)]} · {one.category}
            </span>
            {linesOf(difference, (key) => titles.get(key) ?? key).map((line) => (
              <span key={line} className="small secondary">
                {line}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
