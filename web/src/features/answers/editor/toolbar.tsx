import type { RefObject } from "react";
import { Button, SearchField, Segments, Select } from "../../../ui";
import { coverage, type Order, type Topic } from "./rules";
import { newAnswer, type Place } from "./use-place";

const orders: { value: Order; label: string }[] = [
  { value: "topic", label: "Topic" },
  { value: "used", label: "Most used" },
  { value: "changed", label: "Latest" },
];

/** No topic begins with a space. */
const vainChoice = " in vain";
const lapsingChoice = " expiring";

type Props = {
  place: Place;
  topics: readonly Topic[];
  /** All of them together. */
  total: Topic;
  /** How many questions were asked in vain; unset where that is not known. */
  inVain: number | undefined;
  /** How many hold no longer, or not for long. */
  lapsing: number;
  go: (change: Partial<Place>, replace?: boolean) => void;
  searchRef: RefObject<HTMLInputElement | null>;
};

/** Finding, ordering and adding. On a phone the topics are here as well. */
export function Toolbar({ place, topics, total, inVain, lapsing, go, searchRef }: Props) {
  return (
    <div className="panel__head answers__bar">
      <SearchField
        label="Find in questions and answers"
        placeholder="Find an answer"
        hideLabel
        value={place.search}
        onChange={(search) => go({ search })}
        inputRef={searchRef}
      />
      <div className="answers__topics">
        <Select
          label="Topic"
          hideLabel
          value={place.inVain ? vainChoice : place.lapsing ? lapsingChoice : place.topic}
          onChange={(choice) => {
            const [inVain, lapsing] = [choice === vainChoice, choice === lapsingChoice];
            go({ topic: inVain || lapsing ? "" : choice, inVain, lapsing }, false);
          }}
          options={[
            { value: "", label: `All topics (${coverage(total)})` },
            ...(inVain ? [{ value: vainChoice, label: `Asked in vain (${inVain})` }] : []),
            ...(lapsing || place.lapsing
              ? [{ value: lapsingChoice, label: `Expired or soon (${lapsing})` }]
              : []),
            ...topics.map((topic) => ({
              value: topic.name,
              label: `${topic.name} (${coverage(topic)})`,
            })),
          ]}
        />
      </div>
      <Segments
        label="Order"
        options={orders}
        value={place.order}
        onChange={(order) => go({ order: order as Order })}
      />
      <Button
        icon="plus"
        aria-label="Add answer"
        onPress={() => go({ answer: newAnswer, editing: false })}
      >
        <span>
          Add<span className="answers__word"> answer</span>
        </span>
      </Button>
    </div>
  );
}
