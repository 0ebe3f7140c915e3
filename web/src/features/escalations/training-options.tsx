import { useState } from "react";
import { defaultCategories } from "../../entities/answer/categories";
import type { Draft } from "../../entities/escalation-answer/draft";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, Checkbox, Select, TextArea } from "../../ui";
import { trainingLabels, trainingQuestion } from "./detail-labels";
import { unansweredQuestion } from "./suggestion";

type Props = {
  escalation: Escalation;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** Current answer of the bot, if the training replaces it. */
  replaces: string;
};

const options = defaultCategories.map((category) => ({ value: category, label: category }));

/** Returns the categories to choose from: the usual ones, the guessed one and the one that needs no choice. */
function categoryOptions(escalation: Escalation) {
  const { suggestedCategory: guess } = escalation;
  const defaultLabel = unansweredQuestion(escalation)
    ? trainingLabels.thisCommunity
    : trainingLabels.chooseCategory;
  const own = guess && !defaultCategories.includes(guess) ? [{ value: guess, label: guess }] : [];
  return [{ value: "", label: defaultLabel }, ...own, ...options];
}

/** Options of the training, with the question and the answer that it replaces. */
export function TrainingOptions({ escalation, draft, change, replaces }: Props) {
  const [editing, setEditing] = useState(false);
  const question = draft.question.trim() || trainingQuestion(escalation);
  const { suggestedExpired, suggestedQuestion, suggestedAnswer } = escalation;
  const renews = suggestedExpired && question === suggestedQuestion;
  return (
    <section className="outcome" aria-label={trainingLabels.train}>
      <div className="outcome__head">
        <Checkbox
          label={<span className="group-title">{trainingLabels.train}</span>}
          isSelected={draft.train}
          onChange={(train) => change({ train })}
        />
        {draft.train ? (
          <Button variant="link" size="small" onPress={() => setEditing(!editing)}>
            {editing ? trainingLabels.done : trainingLabels.editQuestion}
          </Button>
        ) : null}
      </div>
      {draft.train ? (
        <>
          {editing ? (
            <TextArea
              label={trainingLabels.question}
              hideLabel
              autoFocus
              rows={2}
              maxLength={1000}
              value={draft.question}
              onChange={(next) => change({ question: next })}
            />
          ) : (
            <p className="exact-text">
              <span className="strong">“{showDirectionMarks(question)}”</span>{" "}
              {trainingLabels.getsAnswer}
            </p>
          )}
          <dl className="facts facts--start outcome__facts">
            <dt>{trainingLabels.category}</dt>
            <dd>
              <Select
                label={trainingLabels.category}
                hideLabel
                value={draft.category}
                onChange={(category) => change({ category })}
                options={categoryOptions(escalation)}
              />
            </dd>
            <dt>{trainingLabels.currentAnswer}</dt>
            <dd>
              {showDirectionMarks(renews ? trainingLabels.expired(suggestedAnswer) : replaces) ||
                trainingLabels.noAnswer}
            </dd>
            <dt>{trainingLabels.scope}</dt>
            <dd>{trainingLabels.communityOnly(escalation.communityLabel)}</dd>
          </dl>
        </>
      ) : (
        <p className="caption">{trainingLabels.off}</p>
      )}
    </section>
  );
}
