import { useState } from "react";
import { toProblem } from "../../api/problem";
import { type RewriteStyle, RewriteStyle as Style } from "../../gen/parlor/v1/draft_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, TextField, WordDiff } from "../../ui";
import { labels } from "./labels";
import { useDraftingStatus, useRewriteText } from "./queries";

/** A part of the text in the editor. */
export type Selection = { start: number; end: number };

const maxSelection = 5000;

const styles = [
  { style: Style.SHORTER, label: labels.shorter },
  { style: Style.FRIENDLIER, label: labels.friendlier },
  { style: Style.MORE_FORMAL, label: labels.moreFormal },
] as const;

/** Returns why the selection can't be rewritten. */
function useReason(selected: string): string | undefined {
  const status = useDraftingStatus().data;
  if (!status?.hasModel) return labels.noModel;
  if (status.usedTokens >= status.tokenAllowance) return labels.allowanceUsed;
  if (!selected.trim()) return labels.selectFirst;
  return selected.length > maxSelection ? labels.selectionTooLong : undefined;
}

type SuggestionProps = {
  before: string;
  after: string;
  details: readonly string[];
  onAccept: () => void;
  onReject: () => void;
};

/** The model's suggestion, compared with the current text. */
function Suggestion({ before, after, details, onAccept, onReject }: SuggestionProps) {
  return (
    <section className="suggestion stack" aria-label={labels.suggestion}>
      <p className="small word-diff" role="status">
        <WordDiff before={before} after={after} />
      </p>
      {details.length > 0 ? (
        <p className="small">
          <span className="unverified">
            {labels.checkSuggestion(showDirectionMarks(details.join(", ")))}
          </span>
        </p>
      ) : null}
      <div className="row">
        <Button variant="primary" size="small" onPress={onAccept}>
          {labels.accept}
        </Button>
        <Button size="small" onPress={onReject}>
          {labels.reject}
        </Button>
      </div>
    </section>
  );
}

type Props = {
  id: string;
  text: string;
  selection: Selection;
  onChange: (text: string) => void;
};

/** Rewrites the selected part of a text with the language model, once the user agrees. */
export function Rewrite({ id, text, selection, onChange }: Props) {
  const rewriting = useRewriteText();
  const [instruction, setInstruction] = useState("");
  const [asked, setAsked] = useState<Selection>();
  const reason = useReason(text.slice(selection.start, selection.end));
  const ask = (style: RewriteStyle) => {
    setAsked(selection);
    rewriting.mutate({ id, text: text.slice(selection.start, selection.end), style, instruction });
  };
  const { data, error, isPending } = rewriting;
  const problem = error ? toProblem(error) : undefined;
  const accept = (after: string) => {
    if (asked) onChange(text.slice(0, asked.start) + after + text.slice(asked.end));
    rewriting.reset();
  };
  return (
    <fieldset className="rewrite stack stack--tight">
      <legend className="field__label">{labels.rewrite}</legend>
      <div className="row row--wrap">
        {styles.map(({ style, label }) => (
          <Button
            key={style}
            size="small"
            reason={reason}
            isDisabled={isPending}
            onPress={() => ask(style)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="rewrite__own">
        <TextField
          label={labels.ownWords}
          hideLabel
          placeholder={labels.ownWordsHint}
          maxLength={500}
          value={instruction}
          onChange={setInstruction}
        />
        <Button
          reason={reason}
          isDisabled={isPending || !instruction.trim()}
          pending={isPending}
          onPress={() => ask(Style.CUSTOM)}
        >
          {labels.rewriteOwn}
        </Button>
      </div>
      {reason ? <p className="caption">{reason}</p> : null}
      {problem ? <p className="field__error">{`${problem.title} ${problem.text}`}</p> : null}
      {data && asked ? (
        <Suggestion
          before={text.slice(asked.start, asked.end)}
          after={data.text}
          details={data.unverifiedDetails.map((detail) => detail.text)}
          onAccept={() => accept(data.text)}
          onReject={() => rewriting.reset()}
        />
      ) : null}
    </fieldset>
  );
}
