import { type FormEvent, useState } from "react";
import { toProblem } from "../../api/problem";
import { keepRequestId } from "../../forms/toast-error";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { TestCase } from "../../gen/parlor/v1/test_case_service_pb";
import { Button, TextArea } from "../../ui";
import { SearchableSelect } from "../../ui/searchable-select";
import { labels } from "./labels";
import { staffOption } from "./rules";

type CaseValues = { question: string; answerId: string };

type Props = {
  /** The test case to edit. Unset for a new one. */
  before?: TestCase;
  answers: readonly Answer[];
  onSave: (words: CaseValues) => Promise<unknown>;
  onClose: () => void;
};

// Option id that differs from every answer id, none of which starts with a space.
const staffOptionLabel = " staff";

/** Scrolls the buttons of the form into view. */
function scrollIntoView(form: HTMLFormElement | null) {
  form?.scrollIntoView({ block: "nearest" });
}

/** Form of a test case. */
export function TestCaseForm({ before, answers, onSave, onClose }: Props) {
  const [question, setQuestion] = useState(before?.question ?? "");
  const [expected, setExpected] = useState(before?.answerId || staffOptionLabel);
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const choices = [
    { id: staffOptionLabel, label: labels.teamOption },
    ...answers
      .filter(({ answer }) => answer !== "")
      .map(({ id, question: label }) => ({ id, label })),
  ];
  const isChoice = choices.some(({ id }) => id === expected);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (question.trim() === "") return setProblem(labels.questionMissing);
    setSaving(true);
    try {
      await onSave({ question, answerId: expected === staffOptionLabel ? staffOption : expected });
      onClose();
    } catch (error) {
      setProblem(toProblem(error).text);
      keepRequestId(error);
      setSaving(false);
    }
  }

  return (
    <form
      ref={scrollIntoView}
      className="case-form"
      aria-label={before ? labels.edit(before.question) : labels.addTestCase}
      onSubmit={save}
    >
      <TextArea
        label={labels.question}
        value={question}
        maxLength={1600}
        autoFocus
        onChange={(text) => {
          setQuestion(text);
          setProblem(undefined);
        }}
        error={problem}
      />
      <SearchableSelect
        label={labels.expectedResult}
        choices={choices}
        value={isChoice ? expected : ""}
        onChange={setExpected}
        placeholder={labels.chooseAnswer}
      />
      <div className="row">
        <Button
          type="submit"
          size="small"
          variant="primary"
          pending={saving}
          isDisabled={!isChoice}
        >
          {before ? labels.save : labels.add}
        </Button>
        <Button size="small" variant="quiet" onPress={onClose}>
          {labels.cancel}
        </Button>
      </div>
    </form>
  );
}
