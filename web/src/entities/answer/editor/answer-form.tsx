import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { Button, Icon, KeyCap } from "../../../ui";
import { type AnswerField, type AnswerValues, validateValues } from "../answer-rules";
import { AnswerFields } from "./answer-fields";
import { formLabels } from "./form-labels";

/** Scrolls a form into view if it opens partly outside. */
export function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" });
}

const saveShortcut = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘ ↵" : formLabels.ctrlEnter;

/** Whether Escape closes only the open list of a field, not the form. */
function isClosingList(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute("aria-expanded") === "true";
}

type Props = {
  title: string;
  heading?: string;
  values: AnswerValues;
  categories: readonly string[];
  /** The field to focus first. Defaults to the question. */
  startAt?: "question" | "answer";
  onChange: (field: AnswerField, value: string) => void;
  onSave: () => void;
  onCancel: () => void;
  saving: boolean;
  /** Error of the server. */
  failure?: string | undefined;
  fieldErrors?: Partial<Record<AnswerField, string>>;
  /** A conflict with a colleague's changes, to be resolved before saving. */
  conflict?: ReactNode;
  /** Additional fields, shown last. */
  children?: ReactNode;
};

/** Form for an answer. Ctrl or Cmd with Enter saves, Escape cancels. */
export function AnswerForm({ title, values, categories, conflict, failure, ...props }: Props) {
  const [tried, setTried] = useState(false);
  const missing = validateValues(values);

  function save(event?: FormEvent) {
    event?.preventDefault();
    setTried(true);
    if (!conflict && !props.saving && Object.keys(missing).length === 0) props.onSave();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    } else if (event.key === "Escape" && !event.defaultPrevented && !isClosingList(event.target)) {
      event.preventDefault();
      props.onCancel();
    }
  }

  return (
    <form
      className="answer-form"
      aria-label={title}
      onSubmit={save}
      onKeyDown={onKeyDown}
      noValidate
      ref={scrollIntoView}
    >
      {props.heading ? <h3 className="panel-title">{props.heading}</h3> : null}
      {conflict}
      <AnswerFields
        values={values}
        onChange={props.onChange}
        errors={{ ...(tried ? missing : {}), ...props.fieldErrors }}
        categories={categories}
        startAt={props.startAt ?? "question"}
      />
      {props.children}
      {failure ? (
        <p className="notice notice--danger small" role="alert">
          <Icon name="danger" />
          {failure}
        </p>
      ) : null}
      {conflict ? null : (
        <div className="row row--wrap answer-form__foot">
          <Button type="submit" variant="primary" pending={props.saving}>
            {formLabels.save} <KeyCap>{saveShortcut}</KeyCap>
          </Button>
          <Button variant="quiet" onPress={props.onCancel}>
            {formLabels.cancel} <KeyCap>{formLabels.esc}</KeyCap>
          </Button>
          <span className="caption">{formLabels.draftHint}</span>
        </div>
      )}
    </form>
  );
}
