import { useState } from "react";
import { Link } from "react-router";
import { CatalogueChange, type CatalogueIntent } from "../../gen/parlor/v1/catalogue_intent_pb";
import type { GetCataloguesResponse } from "../../gen/parlor/v1/catalogue_service_pb";
import { Badge, Button, Count, EmptyFace, Icon, Marked } from "../../ui";
import { type Go, type Place, searchOf } from "./use-place";
import { changeWords, partsOf, sampleShown } from "./words";

type Props = {
  read: GetCataloguesResponse;
  shown: readonly CatalogueIntent[];
  selected: string;
  place: Place;
  go: Go;
  may: boolean;
};

/** The most that are merged at once. */
const mostChosen = 20;

/** The intents of a catalogue, category by category. */
export function Tree({ read, shown, selected, place, go, may }: Props) {
  const at = shown.find(({ key }) => key === selected)?.category;
  // What was opened or shut by hand; else that of the intent at hand is open, and while one searches, all.
  const [byHand, setByHand] = useState<Readonly<Record<string, boolean>>>({});
  const searching = place.words.trim() !== "";
  const isOpen = (category: string) => searching || (byHand[category] ?? category === at);
  const changed = new Map(
    read.differences.flatMap(({ after, changes }) =>
      after ? [[after.key, changes] as const] : [],
    ),
  );
  const filled = read.categories
    .map((category) => ({ category, own: shown.filter((one) => one.category === category) }))
    .filter(({ own }) => own.length > 0);
  if (filled.length === 0) {
    return (
      <EmptyFace
        title={searching ? "Nothing is called so" : "This catalogue is empty"}
        text={
          searching
            ? "No title, sample question or category of this catalogue has these words."
            : "Communities that start from it begin without a question."
        }
        action={
          searching ? (
            <Button onPress={() => go({ words: "" })}>Clear the search</Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <div className="desk__scroll tree" data-scrolls>
      {filled.map(({ category, own }) => (
        <section key={category} className="tree__branch">
          <h2>
            <button
              type="button"
              className="tree__category"
              aria-expanded={isOpen(category)}
              onClick={() => setByHand({ ...byHand, [category]: !isOpen(category) })}
            >
              <Icon name={isOpen(category) ? "down" : "right"} size="small" />
              <span className="row__grow truncate">{category}</span>
              <Count value={own.length} label={own.length === 1 ? "intent" : "intents"} />
            </button>
          </h2>
          {isOpen(category) ? (
            <ul className="tree__leaves">
              {own.map((intent) => (
                <Leaf
                  key={intent.key}
                  intent={intent}
                  current={intent.key === selected}
                  changes={changed.get(intent.key)}
                  place={place}
                  go={go}
                  may={may}
                />
              ))}
            </ul>
          ) : null}
        </section>
      ))}
    </div>
  );
}

type LeafProps = {
  intent: CatalogueIntent;
  current: boolean;
  changes: readonly CatalogueChange[] | undefined;
  place: Place;
  go: Go;
  may: boolean;
};

function Leaf({ intent: { key, title, samples }, current, changes, place, go, may }: LeafProps) {
  const { chosen, words } = place;
  const isChosen = chosen.includes(key);
  return (
    <li className="tree__leaf" data-current={current || undefined}>
      {may ? (
        <input
          type="checkbox"
          className="choice__box"
          aria-label={`Choose ${title}`}
          checked={isChosen}
          disabled={!isChosen && chosen.length >= mostChosen}
          onChange={() =>
            go({ chosen: isChosen ? chosen.filter((one) => one !== key) : [...chosen, key] }, true)
          }
        />
      ) : null}
      <Link
        to={searchOf({ ...place, intent: key })}
        replace={current}
        className="tree__link"
        aria-current={current ? "true" : undefined}
      >
        <span className="row">
          <span className="truncate tree__title">
            <Marked parts={partsOf(title, words)} />
          </span>
          {changes ? (
            <Badge tone={changes.includes(CatalogueChange.ADDED) ? "success" : "warning"}>
              {changes[0] === CatalogueChange.ADDED ? changeWords(changes[0]) : "Changed"}
            </Badge>
          ) : null}
        </span>
        <span className="caption truncate">
          <Marked parts={partsOf(sampleShown(samples, words), words)} />
        </span>
      </Link>
    </li>
  );
}
