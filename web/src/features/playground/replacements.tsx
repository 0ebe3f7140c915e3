import { type FormEvent, useId, useState } from "react";
import { useRemovalFocus } from "../../lib/use-removal-focus";
import { Button, TextField } from "../../ui";
import { variantLabels } from "./labels";
import type { ReplacementPair } from "./variant";

type Props = { pairs: readonly ReplacementPair[]; onChange: (pairs: ReplacementPair[]) => void };

/** Edits the word replacements of a variant. */
export function Replacements({ pairs, onChange }: Props) {
  const [original, setOriginal] = useState("");
  const [replacement, setReplacement] = useState("");
  const [error, setError] = useState<string>();

  const addId = useId();
  const { rows, keepFocus } = useRemovalFocus<HTMLUListElement>(addId);

  function remove(pair: ReplacementPair) {
    keepFocus();
    onChange(pairs.filter((one) => one !== pair));
  }

  function add(event: FormEvent) {
    event.preventDefault();
    const pair = { originalText: original.trim(), newText: replacement.trim() };
    const key = pair.originalText.toLowerCase();
    if (key === "") return setError(variantLabels.wordMissing);
    if (pairs.some(({ originalText }) => originalText.toLowerCase() === key)) {
      return setError(variantLabels.wordTaken);
    }
    onChange([...pairs, pair]);
    setOriginal("");
    setReplacement("");
  }

  return (
    <fieldset className="field">
      <legend className="field__label">{variantLabels.replacements}</legend>
      {pairs.length > 0 ? (
        <ul className="playground__pairs" ref={rows}>
          {pairs.map((pair) => (
            <li key={pair.originalText} className="row row--between">
              <span className="small">
                <del>{pair.originalText}</del> → {pair.newText}
              </span>
              <Button
                variant="quiet"
                size="small"
                icon="close"
                data-remove
                aria-label={variantLabels.removeReplacement(pair.originalText)}
                onPress={() => remove(pair)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <form className="playground__pair" onSubmit={add}>
        <TextField
          label={variantLabels.original}
          hideLabel
          placeholder={variantLabels.original}
          maxLength={200}
          value={original}
          onChange={(text) => {
            setOriginal(text);
            setError(undefined);
          }}
          error={error}
        />
        <TextField
          label={variantLabels.replacement}
          hideLabel
          placeholder={variantLabels.replacement}
          maxLength={200}
          value={replacement}
          onChange={setReplacement}
        />
        <Button id={addId} type="submit" icon="plus" aria-label={variantLabels.addReplacement} />
      </form>
    </fieldset>
  );
}
