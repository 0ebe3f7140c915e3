import { useState } from "react";
import { toProblem } from "../../api/problem";
import { keepRequestId } from "../../forms/toast-error";
import { type RewriteStyle, RewriteStyle as Style } from "../../gen/parlor/v1/draft_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, Icon, TextField, WordDiff } from "../../ui";
import { editorLabels } from "./editor-labels";
import { useDraftingStatus, useRewriteText } from "./queries";

/** A part of the text in the editor. */
export type Selection = { start: number; end: number };

const maxSelection = 5000;

const styles = [
  { style: Style.SHORTER, label: editorLabels.shorter },
  { style: Style.FRIENDLIER, label: editorLabels.friendlier },
  { style: Style.MORE_FORMAL, label: editorLabels.moreFormal },
] as const;

/** Returns why the selection can't be rewritten. */
function useReason(selected: string): string | undefined {
  const status = useDraftingStatus().data;
  if (!status?.hasModel) return editorLabels.noModel;
  if (status.usedTokens >= status.tokenAllowance) return editorLabels.allowanceUsed;
  if (!selected.trim()) return editorLabels.selectFirst;
  return selected.length > maxSelection ? editorLabels.selectionTooLong : undefined;
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
    <section className="suggestion stack" aria-label={editorLabels.suggestion}>
      <p className="small word-diff" role="status">
        <WordDiff before={before} after={after} />
      </p>
      {details.length > 0 ? (
        <p className="small">
          <span className="unverified">
            {editorLabels.checkSuggestion(showDirectionMarks(details.join(", ")))}
          </span>
        </p>
      ) : null}
      <div className="row">
        <Button variant="primary" size="small" onPress={onAccept}>
          {editorLabels.accept}
        </Button>
        <Button size="small" onPress={onReject}>
          {editorLabels.reject}
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
  const [requested, setRequested] = useState<Selection>();
  const reason = useReason(text.slice(selection.start, selection.end));
  const ask = (style: RewriteStyle) => {
    setRequested(selection);
    const part = text.slice(selection.start, selection.end);
    rewriting.mutate({ id, text: part, style, instruction }, { onError: keepRequestId });
  };
  const { data, error, isPending } = rewriting;
  const problem = error ? toProblem(error) : undefined;
  const accept = (after: string) => {
    if (requested) onChange(text.slice(0, requested.start) + after + text.slice(requested.end));
    rewriting.reset();
  };
  return (
    <fieldset className="rewrite stack stack--tight">
      <legend className="field__label">{editorLabels.rewrite}</legend>
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
          label={editorLabels.ownWords}
          hideLabel
          placeholder={editorLabels.ownWordsHint}
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
          {editorLabels.rewriteOwn}
        </Button>
      </div>
      {reason ? <p className="caption">{reason}</p> : null}
      {problem ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {`${problem.title} ${problem.text}`}
        </p>
      ) : null}
      {data && requested ? (
        <Suggestion
          before={text.slice(requested.start, requested.end)}
          after={data.text}
          details={data.unverifiedDetails.map((detail) => detail.text)}
          onAccept={() => accept(data.text)}
          onReject={() => rewriting.reset()}
        />
      ) : null}
    </fieldset>
  );
}
