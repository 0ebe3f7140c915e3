import { useId } from "react";
import { TextArea, TextField } from "../../../ui";
import { AutocompleteInput } from "../../../ui/searchable-select";
import { type AnswerField, type AnswerValues, limits } from "../answer-rules";
import { fieldLabels } from "../labels";
import { formLabels } from "./form-labels";
import { placeholderHint } from "./placeholder-hint";

type Props = {
  values: AnswerValues;
  onChange: (field: AnswerField, value: string) => void;
  errors: Partial<Record<AnswerField, string>>;
  categories: readonly string[];
  startAt: "question" | "answer";
};

/** Text fields for question, answer, category and source. */
export function AnswerFields({ values, onChange, errors, categories, startAt }: Props) {
  const countId = useId();
  const left = limits.answer - values.answer.length;
  return (
    <>
      <TextField
        label={fieldLabels.question}
        value={values.question}
        onChange={(value) => onChange("question", value)}
        maxLength={limits.question}
        error={errors.question}
        autoFocus={startAt === "question"}
      />
      <TextArea
        label={fieldLabels.answer}
        value={values.answer}
        onChange={(value) => onChange("answer", value)}
        rows={3}
        error={errors.answer}
        autoFocus={startAt === "answer"}
        aria-describedby={countId}
        description={placeholderHint(values.answer)}
      />
      {left < 400 ? (
        <p id={countId} className="field__hint answer-form__left">
          {formLabels.charactersLeft(left)}
        </p>
      ) : null}
      <div className="answer-form__pair">
        <AutocompleteInput
          label={fieldLabels.category}
          value={values.category}
          choices={categories.map((name) => ({ id: name, label: name }))}
          onChange={(value) => onChange("category", value)}
          error={errors.category}
        />
        <TextField
          label={fieldLabels.source}
          value={values.source}
          onChange={(value) => onChange("source", value)}
          maxLength={limits.source}
          placeholder={formLabels.sourcePlaceholder}
          error={errors.source}
        />
      </div>
    </>
  );
}
