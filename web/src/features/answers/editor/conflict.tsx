import { Button } from "../../../ui";
import { intoView } from "./answer-form";
import type { Field, Values } from "./rules";

const names: Record<Field, string> = {
  question: "Question",
  answer: "Answer",
  topic: "Topic",
  source: "Source",
};

type Side = { title: string; fields: readonly Field[]; values: Values };

function Words({ title, fields, values }: Side) {
  return (
    <div className="conflict__side">
      <h4 className="label">{title}</h4>
      {fields.map((field) => (
        <div key={field}>
          <p className="caption">{names[field]}</p>
          <p className="exact-text">{values[field] || "Nothing"}</p>
        </div>
      ))}
    </div>
  );
}

type Props = {
  /** Who was quicker; empty if not known. */
  who: string;
  fields: readonly Field[];
  theirs: Values;
  mine: Values;
  onTheirs: () => void;
  onMine: () => void;
};

/** Two people changed the same words: both are shown, one is chosen. */
export function Conflict({ who, fields, theirs, mine, onTheirs, onMine }: Props) {
  const name = who || "A colleague";
  return (
    <section ref={intoView} className="conflict" role="alert" aria-label="Changed by two people">
      <p className="strong">{name} changed this answer while you were writing.</p>
      <div className="conflict__sides">
        <Words title={`${name} wrote`} fields={fields} values={theirs} />
        <Words title="You wrote" fields={fields} values={mine} />
        <Button size="small" onPress={onTheirs}>
          Take theirs
        </Button>
        <Button size="small" onPress={onMine}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}
