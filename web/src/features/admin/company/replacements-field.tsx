import type { MessageInitShape } from "@bufbuild/protobuf";
import { useId } from "react";
import type { ReplacementSchema } from "../../../gen/parlor/v1/persona_pb";
import { useRemovalFocus } from "../../../lib/use-removal-focus";
import { Button, Icon, TextField } from "../../../ui";
import { labels } from "./labels";

export type ReplacementPair = MessageInitShape<typeof ReplacementSchema> & {
  originalText: string;
  newText: string;
};

const maxReplacements = 100;

type Props = {
  pairs: readonly ReplacementPair[];
  onChange: (pairs: ReplacementPair[]) => void;
  error: string | undefined;
};

/** Edits the word replacements that new communities start with. */
export function ReplacementsField({ pairs, onChange, error }: Props) {
  const change = (at: number, part: Partial<ReplacementPair>) =>
    onChange(pairs.map((pair, place) => (place === at ? { ...pair, ...part } : pair)));
  const addId = useId();
  const { rows, keepFocus } = useRemovalFocus<HTMLUListElement>(addId);
  const remove = (at: number) => {
    keepFocus();
    onChange(pairs.filter((_, place) => place !== at));
  };
  return (
    <fieldset className="field choices">
      <legend className="field__label">{labels.wordReplacements}</legend>
      {pairs.length > 0 ? (
        <ul className="verbiage" ref={rows}>
          {pairs.map((pair, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no id
            <li key={at} className="verbiage__pair">
              <TextField
                label={labels.originalWords(at + 1)}
                hideLabel
                placeholder={labels.originalWordsPlaceholder}
                maxLength={200}
                value={pair.originalText}
                onChange={(originalText) => change(at, { originalText })}
              />
              <Icon name="right" size="small" />
              <TextField
                label={labels.replacement(at + 1)}
                hideLabel
                placeholder={labels.replacementPlaceholder}
                maxLength={200}
                value={pair.newText}
                onChange={(newText) => change(at, { newText })}
              />
              <Button
                variant="quiet"
                size="small"
                icon="bin"
                data-remove
                aria-label={labels.removeReplacement(pair.originalText, at + 1)}
                onPress={() => remove(at)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {pairs.length < maxReplacements ? (
        <div>
          <Button
            id={addId}
            size="small"
            icon="plus"
            onPress={() => onChange([...pairs, { originalText: "", newText: "" }])}
          >
            {labels.addReplacement}
          </Button>
        </div>
      ) : null}
      <p className="field__hint">{labels.wordReplacementsHint}</p>
      {error ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
