import { useState } from "react";
import { toProblem } from "../../api/problem";
import { keepRequestId } from "../../forms/toast-error";
import type { Draft } from "../../gen/parlor/v1/draft_pb";
import { Button, TextArea } from "../../ui";
import { editorLabels } from "./editor-labels";
import { labels } from "./labels";
import { useUpdateDraftText } from "./queries";
import { Rewrite } from "./rewrite";

type Props = { draft: Draft; onClose: () => void };

const nothing = { start: 0, end: 0 };

/** Edits the text of a draft. */
export default function DraftEditor({ draft, onClose }: Props) {
  const [text, setText] = useState(draft.text);
  const [selection, setSelection] = useState(nothing);
  const saving = useUpdateDraftText();
  const { id, revision, confirmedDetails } = draft;
  const save = () =>
    saving.mutate(
      { id, revision, text, confirmedDetails },
      { onSuccess: onClose, onError: keepRequestId },
    );
  const problem = saving.error ? toProblem(saving.error) : undefined;
  const rewrite = (next: string) => {
    setText(next);
    setSelection(nothing);
  };
  return (
    <div className="paper paper--editor stack stack--loose">
      <TextArea
        label={labels.draftText}
        hideLabel
        rows={22}
        value={text}
        onChange={setText}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          setSelection({ start: selectionStart ?? 0, end: selectionEnd ?? 0 })
        }
        error={problem ? `${problem.title} ${problem.text}` : undefined}
        autoFocus
      />
      <Rewrite id={id} text={text} selection={selection} onChange={rewrite} />
      <div className="row">
        <Button variant="primary" onPress={save} pending={saving.isPending}>
          {editorLabels.save}
        </Button>
        <Button onPress={onClose}>{editorLabels.cancel}</Button>
      </div>
    </div>
  );
}
