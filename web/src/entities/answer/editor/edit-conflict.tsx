import { showDirectionMarks } from "../../../lib/direction-marks";
import { Button } from "../../../ui";
import type { AnswerField, AnswerValues } from "../answer-rules";
import { fieldLabels } from "../labels";
import { scrollIntoView } from "./answer-form";
import { formLabels } from "./form-labels";

type Side = { title: string; fields: readonly AnswerField[]; values: AnswerValues };

function ConflictText({ title, fields, values }: Side) {
  return (
    <div className="conflict__side">
      <h4 className="label">{title}</h4>
      {fields.map((field) => (
        <div key={field}>
          <p className="caption">{fieldLabels[field]}</p>
          <p className="exact-text">{showDirectionMarks(values[field]) || formLabels.empty}</p>
        </div>
      ))}
    </div>
  );
}

type Props = {
  /** Name of the colleague who saved first; empty if unknown. */
  who: string;
  fields: readonly AnswerField[];
  theirs: AnswerValues;
  mine: AnswerValues;
  onTheirs: () => void;
  onMine: () => void;
};

/** Shows both versions of fields that two people changed, to choose one. */
export function EditConflict({ who, fields, theirs, mine, onTheirs, onMine }: Props) {
  const name = who || formLabels.colleague;
  return (
    <section
      ref={scrollIntoView}
      className="conflict"
      role="alert"
      aria-label={formLabels.conflict}
    >
      <p className="strong">{formLabels.conflictHint(name)}</p>
      <div className="conflict__sides">
        <ConflictText title={formLabels.theirs(name)} fields={fields} values={theirs} />
        <ConflictText title={formLabels.mine} fields={fields} values={mine} />
        <Button size="small" onPress={onTheirs}>
          {formLabels.useTheirs}
        </Button>
        <Button size="small" onPress={onMine}>
          {formLabels.keepMine}
        </Button>
      </div>
    </section>
  );
}
