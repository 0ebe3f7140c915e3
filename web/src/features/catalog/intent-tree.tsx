import { useState } from "react";
import { Link } from "react-router";
import { CatalogChange, type CatalogIntent } from "../../gen/parlor/v1/catalog_intent_pb";
import type { GetCatalogsResponse } from "../../gen/parlor/v1/catalog_service_pb";
import { Badge, Button, Count, EmptyState, Highlight, Icon } from "../../ui";
import { matchingSample, toHighlightParts } from "./intents";
import { changeLabel, treeLabels } from "./labels";
import { type CatalogUrlState, toSearch, type UpdateUrlState } from "./url-state";

type Props = {
  catalogs: GetCatalogsResponse;
  shown: readonly CatalogIntent[];
  selected: string;
  urlState: CatalogUrlState;
  setUrlState: UpdateUrlState;
  canEdit: boolean;
};

/** Maximum number of intents that can be merged at once. */
const maxSelected = 20;

/** The intents of a catalog, by category. */
export function IntentTree({ catalogs, shown, selected, urlState, setUrlState, canEdit }: Props) {
  const at = shown.find(({ key }) => key === selected)?.category;
  // Categories opened or closed by the user. By default the selected intent's is open; a search
  // opens all.
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const searching = urlState.words.trim() !== "";
  const isOpen = (category: string) => searching || (toggled[category] ?? category === at);
  const changed = new Map(
    catalogs.differences.flatMap(({ after, changes }) =>
      after ? [[after.key, changes] as const] : [],
    ),
  );
  const filled = catalogs.categories
    .map((category) => ({ category, own: shown.filter((one) => one.category === category) }))
    .filter(({ own }) => own.length > 0);
  if (filled.length === 0) {
    return (
      <EmptyState
        title={searching ? treeLabels.noMatches : treeLabels.empty}
        text={searching ? treeLabels.noMatchesHint : treeLabels.emptyHint}
        action={
          searching ? (
            <Button onPress={() => setUrlState({ words: "" })}>{treeLabels.clearSearch}</Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <div className="desk__scroll" data-scrolls>
      {filled.map(({ category, own }) => (
        <section key={category} className="tree__branch">
          <h2>
            <button
              type="button"
              className="tree__category"
              aria-expanded={isOpen(category)}
              onClick={() => setToggled({ ...toggled, [category]: !isOpen(category) })}
            >
              <Icon name={isOpen(category) ? "down" : "right"} size="small" />
              <span className="row__grow truncate">{category}</span>
              <Count value={own.length} label={treeLabels.intents(own.length)} />
            </button>
          </h2>
          {isOpen(category) ? (
            <ul className="tree__leaves">
              {own.map((intent) => (
                <IntentLeaf
                  key={intent.key}
                  intent={intent}
                  current={intent.key === selected}
                  changes={changed.get(intent.key)}
                  urlState={urlState}
                  setUrlState={setUrlState}
                  canEdit={canEdit}
                />
              ))}
            </ul>
          ) : null}
        </section>
      ))}
    </div>
  );
}

type IntentLeafProps = {
  intent: CatalogIntent;
  current: boolean;
  changes: readonly CatalogChange[] | undefined;
  urlState: CatalogUrlState;
  setUrlState: UpdateUrlState;
  canEdit: boolean;
};

function IntentLeaf({
  intent: { key, title, samples },
  current,
  changes,
  urlState,
  setUrlState,
  canEdit,
}: IntentLeafProps) {
  const { chosen, words } = urlState;
  const isChosen = chosen.includes(key);
  // What a search found is shown in full, because the words may be at the end.
  const cut = words.trim() ? "" : "truncate";
  return (
    <li className="tree__leaf" data-current={current || undefined}>
      {canEdit ? (
        <input
          type="checkbox"
          className="choice__box"
          aria-label={treeLabels.choose(title)}
          checked={isChosen}
          disabled={!isChosen && chosen.length >= maxSelected}
          onChange={() =>
            setUrlState(
              { chosen: isChosen ? chosen.filter((one) => one !== key) : [...chosen, key] },
              true,
            )
          }
        />
      ) : null}
      <Link
        to={toSearch({ ...urlState, intent: key })}
        replace={current}
        className="tree__link"
        aria-current={current ? "true" : undefined}
      >
        <span className="row">
          <span className={`tree__title ${cut}`}>
            <Highlight parts={toHighlightParts(title, words)} />
          </span>
          {changes ? (
            <Badge tone={changes.includes(CatalogChange.ADDED) ? "success" : "warning"}>
              {changeLabel(
                changes[0] === CatalogChange.ADDED
                  ? CatalogChange.ADDED
                  : CatalogChange.UNSPECIFIED,
              )}
            </Badge>
          ) : null}
        </span>
        <span className={`caption ${cut}`}>
          <Highlight parts={toHighlightParts(matchingSample(samples, words), words)} />
        </span>
      </Link>
    </li>
  );
}
