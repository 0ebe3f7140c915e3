import type { RefObject } from "react";
import { Button, SearchField, SegmentedControl, Select } from "../../../ui";
import { type AnswerOrder, coverageLabel, type Topic } from "../answer-rules";
import { type KnowledgeUrlState, newAnswer } from "./url-state";

const orderOptions: { value: AnswerOrder; label: string }[] = [
  { value: "topic", label: "Topic" },
  { value: "used", label: "Most used" },
  { value: "changed", label: "Latest" },
];

/** No topic begins with a space. */
const unansweredOption = " unanswered";
const expiringOption = " expiring";

type Props = {
  urlState: KnowledgeUrlState;
  topics: readonly Topic[];
  /** Totals over all topics. */
  total: Topic;
  /** Number of unanswered questions. Unset while unknown. */
  unansweredCount: number | undefined;
  /** Number of answers that have expired or expire soon. */
  expiringCount: number;
  setUrlState: (change: Partial<KnowledgeUrlState>, replace?: boolean) => void;
  searchRef: RefObject<HTMLInputElement | null>;
};

/** Search, order and the button to add an answer. Narrow screens choose the topic here as well. */
export function Toolbar({
  urlState,
  topics,
  total,
  unansweredCount,
  expiringCount,
  setUrlState,
  searchRef,
}: Props) {
  return (
    <div className="panel__head answers__bar">
      <SearchField
        label="Find in questions and answers"
        placeholder="Find an answer"
        hideLabel
        value={urlState.search}
        onChange={(search) => setUrlState({ search })}
        inputRef={searchRef}
      />
      <div className="answers__topics">
        <Select
          label="Topic"
          hideLabel
          value={
            urlState.unansweredOnly
              ? unansweredOption
              : urlState.expiringOnly
                ? expiringOption
                : urlState.topic
          }
          onChange={(choice) => {
            const [unansweredOnly, expiringOnly] = [
              choice === unansweredOption,
              choice === expiringOption,
            ];
            setUrlState(
              { topic: unansweredOnly || expiringOnly ? "" : choice, unansweredOnly, expiringOnly },
              false,
            );
          }}
          options={[
            { value: "", label: `All topics (${coverageLabel(total)})` },
            ...(unansweredCount
              ? [{ value: unansweredOption, label: `Unanswered questions (${unansweredCount})` }]
              : []),
            ...(expiringCount > 0 || urlState.expiringOnly
              ? [{ value: expiringOption, label: `Expired or expiring soon (${expiringCount})` }]
              : []),
            ...topics.map((topic) => ({
              value: topic.name,
              label: `${topic.name} (${coverageLabel(topic)})`,
            })),
          ]}
        />
      </div>
      <SegmentedControl
        label="Order"
        options={orderOptions}
        value={urlState.order}
        onChange={(order) => setUrlState({ order: order as AnswerOrder })}
      />
      <Button
        icon="plus"
        aria-label="Add answer"
        onPress={() => setUrlState({ answer: newAnswer, editing: false })}
      >
        <span>
          Add<span className="answers__word"> answer</span>
        </span>
      </Button>
    </div>
  );
}
