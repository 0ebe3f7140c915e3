import { useState } from "react";
import { Button, TextField } from "../../../ui";

/** What somebody changes of the ways to ask, beside those that are there. */
export type Rewording = { add: readonly string[]; remove: readonly string[] };

type Props = {
  /** As they are. */
  samples: readonly string[];
  change: Rewording;
  onChange: (change: Rewording) => void;
  error: string | undefined;
};

/** In how residents ask for it: each can be taken away, and others added. */
export function Wordings({ samples, change, onChange, error }: Props) {
  const [words, setWords] = useState("");
  const kept = samples.filter((one) => !change.remove.includes(one));
  const shown = [...kept, ...change.add];

  function add() {
    const text = words.trim();
    setWords("");
    if (!text || shown.includes(text)) return;
    if (samples.includes(text)) {
      onChange({ ...change, remove: change.remove.filter((one) => one !== text) });
    } else onChange({ ...change, add: [...change.add, text] });
  }

  function remove(text: string) {
    if (change.add.includes(text)) {
      onChange({ ...change, add: change.add.filter((one) => one !== text) });
    } else onChange({ ...change, remove: [...change.remove, text] });
  }

  return (
    <div className="wordings">
      <TextField
        label="Other ways to ask it"
        description="In residents’ words; Enter adds one. Take away what was trained by mistake."
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
        <ul className="tags" aria-label="Ways to ask it">
          {shown.map((one) => (
            <li key={one} className="tag">
              <span className="wordings__one">{one}</span>
              <Button
                variant="quiet"
                size="small"
                icon="close"
                aria-label={`Take away: ${one}`}
                onPress={() => remove(one)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {change.remove.length > 0 ? (
        <p className="caption">
          {change.remove.length === 1 ? "1 is" : `${change.remove.length} are`} taken away when you
          save.{" "}
          <Button variant="link" size="small" onPress={() => onChange({ ...change, remove: [] })}>
            Keep {change.remove.length === 1 ? "it" : "them"}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
