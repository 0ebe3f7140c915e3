import { type FormEvent, useState } from "react";
import { Button, TextField } from "../../../ui";
import type { Pair } from "./rules";

type Props = { pairs: readonly Pair[]; onChange: (pairs: Pair[]) => void };

/** What the bot says instead of a word. */
export function Replacements({ pairs, onChange }: Props) {
  const [original, setOriginal] = useState("");
  const [fresh, setFresh] = useState("");
  const [error, setError] = useState<string>();

  function add(event: FormEvent) {
    event.preventDefault();
    const pair = { originalText: original.trim(), newText: fresh.trim() };
    const key = pair.originalText.toLowerCase();
    if (key === "") return setError("Write the word that the bot must not say.");
    if (pairs.some(({ originalText }) => originalText.toLowerCase() === key)) {
      return setError("There is a replacement for that already.");
    }
    onChange([...pairs, pair]);
    setOriginal("");
    setFresh("");
  }

  return (
    <fieldset className="field">
      <legend className="field__label">Says instead</legend>
      {pairs.length > 0 ? (
        <ul className="playground__pairs">
          {pairs.map((pair) => (
            <li key={pair.originalText} className="row row--between">
              <span className="small">
                <del>{pair.originalText}</del> {pair.newText}
              </span>
              <Button
                variant="quiet"
                size="small"
                icon="close"
                aria-label={`Take away: ${pair.originalText}`}
                onPress={() => onChange(pairs.filter((one) => one !== pair))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <form className="playground__pair" onSubmit={add}>
        <TextField
          label="Instead of"
          hideLabel
          placeholder="Instead of"
          maxLength={200}
          value={original}
          onChange={(text) => {
            setOriginal(text);
            setError(undefined);
          }}
          error={error}
        />
        <TextField
          label="Says"
          hideLabel
          placeholder="Says"
          maxLength={200}
          value={fresh}
          onChange={setFresh}
        />
        <Button type="submit" icon="plus" aria-label="Add a replacement" />
      </form>
    </fieldset>
  );
}
