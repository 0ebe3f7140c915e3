import type { RefObject } from "react";
import { Button, SearchField, SegmentedControl, Select } from "../../../ui";
import { type AnswerOrder, type Category, coverageLabel } from "../answer-rules";
import { fieldLabels } from "../labels";
import { labels } from "./labels";
import { type KnowledgeUrlState, newAnswer } from "./url-state";

const orderOptions: { value: AnswerOrder; label: string }[] = [
  { value: "category", label: fieldLabels.category },
  { value: "used", label: labels.mostUsed },
  { value: "changed", label: labels.latest },
];

/** Value of the option for unanswered questions. No category has a leading space. */
const unansweredOption = " unanswered";
const expiringOption = " expiring";

type Props = {
  urlState: KnowledgeUrlState;
  categories: readonly Category[];
  /** Totals over all categories. */
  total: Category;
  /** Number of unanswered questions. Unset while unknown. */
  unansweredCount: number | undefined;
  /** Number of answers that have expired or expire soon. */
  expiringCount: number;
  setUrlState: (change: Partial<KnowledgeUrlState>, replace?: boolean) => void;
  searchRef: RefObject<HTMLInputElement | null>;
};

/** Search, order and the button to add an answer. Narrow screens choose the category here as well. */
export function Toolbar({
  urlState,
  categories,
  total,
  unansweredCount,
  expiringCount,
  setUrlState,
  searchRef,
}: Props) {
  return (
    <div className="panel__head answers__bar">
      <SearchField
        label={labels.findInAnswers}
        placeholder={labels.findAnswer}
        hideLabel
        value={urlState.search}
        onChange={(search) => setUrlState({ search })}
        inputRef={searchRef}
      />
      <div className="answers__categories">
        <Select
          label={fieldLabels.category}
          hideLabel
          value={
            urlState.unansweredOnly
              ? unansweredOption
              : urlState.expiringOnly
                ? expiringOption
                : urlState.category
          }
          onChange={(choice) => {
            const [unansweredOnly, expiringOnly] = [
              choice === unansweredOption,
              choice === expiringOption,
            ];
            setUrlState(
              {
                category: unansweredOnly || expiringOnly ? "" : choice,
                unansweredOnly,
                expiringOnly,
              },
              false,
            );
          }}
          options={[
            { value: "", label: labels.option(labels.allCategories, coverageLabel(total)) },
            ...(unansweredCount
              ? [
                  {
                    value: unansweredOption,
                    label: labels.option(labels.unanswered, unansweredCount),
                  },
                ]
              : []),
            ...(expiringCount > 0 || urlState.expiringOnly
              ? [{ value: expiringOption, label: labels.option(labels.expiring, expiringCount) }]
              : []),
            ...categories.map((category) => ({
              value: category.name,
              label: labels.option(category.name, coverageLabel(category)),
            })),
          ]}
        />
      </div>
      <SegmentedControl
        label={labels.order}
        options={orderOptions}
        value={urlState.order}
        onChange={(order) => setUrlState({ order: order as AnswerOrder })}
      />
      <Button icon="plus" onPress={() => setUrlState({ answer: newAnswer, editing: false })}>
        <span>
          {labels.add}
          <span className="answers__word"> {labels.addAnswer}</span>
        </span>
      </Button>
    </div>
  );
}
