import { type ReactNode, useId, useState } from "react";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { useRemovalFocus } from "../../../lib/use-removal-focus";
import { Button, TextField } from "../../../ui";
import { fieldLabels } from "../labels";
import { formLabels } from "./form-labels";

/** Samples to add to and remove from the saved ones. */
export type SampleChange = { add: readonly string[]; remove: readonly string[] };

type Props = {
  /** The saved samples. */
  samples: readonly string[];
  /** The saved samples that were learned from staff. */
  learnedSamples: readonly string[];
  change: SampleChange;
  onChange: (change: SampleChange) => void;
  error: string | undefined;
};

type SampleQuestionProps = { text: string; onRemove: (text: string) => void; children?: ReactNode };

/**
 * Edits the sample questions of an answer. Samples learned from staff are listed separately until
 * the user approves them.
 */
export function SampleQuestions({ samples, learnedSamples, change, onChange, error }: Props) {
  const [words, setWords] = useState("");
  const addId = useId();
  const { rows, keepFocus } = useRemovalFocus<HTMLDivElement>(addId);
  const kept = samples.filter((one) => !change.remove.includes(one));
  const learned = kept.filter((one) => learnedSamples.includes(one) && !change.add.includes(one));
  const shown = [...kept.filter((one) => !learnedSamples.includes(one)), ...change.add];

  function add() {
    const text = words.trim();
    setWords("");
    if (!text || shown.includes(text)) return;
    if (change.remove.includes(text)) {
      onChange({ ...change, remove: change.remove.filter((one) => one !== text) });
    } else onChange({ ...change, add: [...change.add, text] });
  }

  function remove(text: string) {
    keepFocus();
    if (change.add.includes(text)) {
      onChange({ ...change, add: change.add.filter((one) => one !== text) });
    } else onChange({ ...change, remove: [...change.remove, text] });
  }

  return (
    <div className="sample-questions" id={addId} ref={rows}>
      <TextField
        label={fieldLabels.samples}
        description={formLabels.samplesHint}
        value={words}
        maxLength={1000}
        onChange={setWords}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
        error={error}
      />
      {shown.length > 0 ? (
        <ul className="tags" aria-label={fieldLabels.samples}>
          {shown.map((one) => (
            <SampleQuestion key={one} text={one} onRemove={remove} />
          ))}
        </ul>
      ) : null}
      {learned.length > 0 ? (
        <>
          <p className="caption">{formLabels.learnedHint}</p>
          <ul className="tags" aria-label={formLabels.learned}>
            {learned.map((one) => (
              <SampleQuestion key={one} text={one} onRemove={remove}>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={formLabels.approveSample(one)}
                  onPress={() => onChange({ ...change, add: [...change.add, one] })}
                >
                  {formLabels.approve}
                </Button>
              </SampleQuestion>
            ))}
          </ul>
        </>
      ) : null}
      {change.remove.length > 0 ? (
        <p className="caption">
          {formLabels.removals(change.remove.length)}{" "}
          <Button variant="link" size="small" onPress={() => onChange({ ...change, remove: [] })}>
            {formLabels.keepRemovals(change.remove.length)}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** A sample with a button to remove it. */
function SampleQuestion({ text, onRemove, children }: SampleQuestionProps) {
  return (
    <li className="tag">
      <span className="sample-questions__text">{showDirectionMarks(text)}</span>
      {children}
      <Button
        variant="quiet"
        size="small"
        icon="close"
        data-remove
        aria-label={formLabels.removeSample(text)}
        onPress={() => onRemove(text)}
      />
    </li>
  );
}
