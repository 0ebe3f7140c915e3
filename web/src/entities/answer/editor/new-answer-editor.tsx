import { toDraftProblem } from "../../../api/problem";
import { useStoredDraft } from "../../../lib/drafts";
import { TextArea } from "../../../ui";
import { validateValues } from "../answer-rules";
import { generalCategory } from "../categories";
import { fieldLabels } from "../labels";
import { useCreateAnswer } from "../queries";
import { ReplayPreview } from "../replay/replay-preview";
import { emptyAnswer, type NewAnswerDraft, useDraftKeys } from "./answer-drafts";
import { AnswerForm } from "./answer-form";
import { formLabels } from "./form-labels";

type Props = {
  communityId: string;
  /** The selected category, the default of the new answer. */
  category: string;
  categories: readonly string[];
  /** Called with the ID of the new answer; undefined if canceled. */
  onDone: (id?: string) => void;
};

/** Form for a new answer of a community. */
export default function NewAnswerEditor({ communityId, category, categories, onDone }: Props) {
  const [stored, setStored] = useStoredDraft<NewAnswerDraft>(useDraftKeys(communityId).ofNew);
  const add = useCreateAnswer(communityId);
  const values = stored ?? { ...emptyAnswer, category: category || generalCategory };
  const problem = add.error ? toDraftProblem(add.error) : undefined;
  const isDuplicate = problem?.reason === "QUESTION_EXISTS";

  const made = {
    question: values.question.trim(),
    answer: values.answer.trim(),
    samples: values.samples
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .slice(0, 50),
  };
  const complete = Object.keys(validateValues(values)).length === 0;

  async function save() {
    try {
      const { answer } = await add.mutateAsync({
        communityId,
        category: values.category.trim(),
        source: values.source.trim(),
        ...made,
      });
      setStored(undefined);
      onDone(answer?.id);
    } catch {
      // The form shows the error; the draft stays.
    }
  }

  return (
    <AnswerForm
      title={formLabels.addTitle}
      heading={formLabels.newAnswer}
      values={values}
      startAt={values.begun ? "answer" : "question"}
      categories={categories}
      onChange={(field, value) => setStored({ ...values, [field]: value })}
      onSave={save}
      onCancel={() => {
        setStored(undefined);
        onDone();
      }}
      saving={add.isPending}
      fieldErrors={isDuplicate ? { question: formLabels.questionTaken } : {}}
      failure={problem && !isDuplicate ? `${problem.title} ${problem.text}` : undefined}
    >
      <TextArea
        label={fieldLabels.samples}
        description={formLabels.newSamplesHint}
        value={values.samples}
        onChange={(samples) => setStored({ ...values, samples })}
        rows={2}
      />
      <ReplayPreview change={complete ? { communityId, id: "", ...made } : undefined} />
    </AnswerForm>
  );
}
