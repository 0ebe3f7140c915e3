import { useRef } from "react";
import { Button, TextArea, TextField } from "../../../ui";
import { maxBodyLength, maxTitleLength } from "../draft/draft";
import { labels as draftLabels } from "../draft/labels";
import type { Draft } from "../draft/use-draft";
import { stepLabels } from "../labels";
import { mergeFields } from "../message-labels";
import { PictureField } from "../picture/picture-field";
import { TemplateMenu } from "../templates/template-menu";
import { messageStepLabels as labels } from "./labels";
import { LinkNotice } from "./link-notice";
import { SegmentMeter } from "./segment-meter";
import { useAddedSender } from "./use-added-sender";

type MergeProps = { onInsert: (field: string) => void };

/** Buttons that insert merge fields. */
function MergeFieldButtons({ onInsert }: MergeProps) {
  return (
    <fieldset className="row row--wrap">
      <legend className="visually-hidden">{labels.insert}</legend>
      <span className="caption" aria-hidden="true">
        {labels.insert}
      </span>
      {mergeFields.map(({ field, label }) => (
        <Button key={field} size="small" onPress={() => onInsert(field)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

/** Step that edits the text. */
export function MessageStep({ draft }: { draft: Draft }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { title, body } = draft.values;
  const sender = useAddedSender(draft.values);
  const insert = (field: string) => {
    const { selectionStart = body.length, selectionEnd = body.length } = area.current ?? {};
    const next = body.slice(0, selectionStart) + field + body.slice(selectionEnd);
    if (next.length > maxBodyLength) return;
    draft.change({ body: next });
    const caret = selectionStart + field.length;
    // React renders the new text first.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <section className="panel blast-message" aria-label={stepLabels.message}>
      <div className="panel__head">
        <h2 className="panel-title">{stepLabels.message}</h2>
        <TemplateMenu draft={draft} />
      </div>
      <div className="panel__body stack stack--loose">
        <TextField
          label={draftLabels.title}
          description={draftLabels.titleHint}
          value={title}
          onChange={(next) => draft.change({ title: next })}
          maxLength={maxTitleLength}
          error={draft.errors.title}
        />
        <div className="stack">
          <TextArea
            label={labels.text}
            rows={6}
            inputRef={area}
            value={body}
            onChange={(next) => draft.change({ body: next })}
            maxLength={maxBodyLength}
            description={labels.textHint}
          />
          <MergeFieldButtons onInsert={insert} />
        </div>
        <LinkNotice
          blastId={draft.saved.id}
          body={body}
          onReplace={(next) => draft.change({ body: next })}
        />
        <PictureField draft={draft} />
        <SegmentMeter
          body={body}
          sender={sender}
          onReplace={(next) => draft.change({ body: next })}
        />
      </div>
    </section>
  );
}
