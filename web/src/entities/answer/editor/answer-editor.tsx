import { toDraftProblem } from "../../../api/problem";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { useStoredDraft } from "../../../lib/drafts";
import { toast } from "../../../ui";
import {
  type AnswerDraft,
  type AnswerField,
  changedFields,
  findConflicts,
  mergeDraft,
  rebaseDraft,
  toDraft,
  toValues,
  validateValues,
} from "../answer-rules";
import { useRestoreAnswer } from "../history/use-history";
import { useUpdateAnswer } from "../queries";
import { ReplayPreview } from "../replay/replay-preview";
import { useDraftKeys } from "./answer-drafts";
import { AnswerForm } from "./answer-form";
import { EditConflict } from "./edit-conflict";
import { ExpiryField } from "./expiry-field";
import { formLabels } from "./form-labels";
import { labels } from "./labels";
import { type SampleChange, SampleQuestions } from "./sample-questions";

/** Changes other than to the text fields. */
type ExtraFields = SampleChange & { until?: string };

const noExtraFields: ExtraFields = { add: [], remove: [] };

type Props = { answer: Answer; categories: readonly string[]; onDone: () => void };

/** Edits an answer in place, and detects changes by colleagues. */
export default function AnswerEditor({ answer, categories, onDone }: Props) {
  const [stored, setStored] = useStoredDraft<AnswerDraft>(
    useDraftKeys(answer.communityId).of(answer.id),
  );
  const besideKey = `${useDraftKeys(answer.communityId).of(answer.id)}.beside`;
  const [storedBeside, setBeside] = useStoredDraft<ExtraFields>(besideKey);
  const beside = storedBeside ?? noExtraFields;
  const until = beside.until ?? answer.validUntil;
  const change = useUpdateAnswer(answer.communityId);
  const restore = useRestoreAnswer(answer.communityId);
  const theirs = toValues(answer);
  const draft = stored ?? toDraft(answer);
  const mine = mergeDraft(draft, theirs);
  const clashing = findConflicts(draft, theirs);
  const problem = change.error ? toDraftProblem(change.error) : undefined;
  const isDuplicate = problem?.reason === "QUESTION_EXISTS";

  function write(field: AnswerField, value: string) {
    const base = rebaseDraft(draft, theirs);
    setStored({ base: base.base, values: { ...base.values, [field]: value } });
  }

  async function save() {
    const fields = changedFields(draft, theirs);
    const more = toExtraFields(answer, beside);
    if (fields.length > 0 || more) {
      const { communityId, id, version } = answer;
      const words = Object.fromEntries(fields.map((field) => [field, mine[field].trim()]));
      try {
        const saved = await change.mutateAsync({ communityId, id, version, ...words, ...more });
        restore.offerUndo(answer, saved.answer);
      } catch {
        return; // The form shows the error; the draft stays.
      }
    }
    setStored(undefined);
    setBeside(undefined);
    onDone();
  }

  function cancel() {
    const [left, leftBeside] = [stored, storedBeside];
    setStored(undefined);
    setBeside(undefined);
    onDone();
    if ((left && changedFields(left, theirs).length > 0) || toExtraFields(answer, beside)) {
      const onUndo = () => {
        setStored(left);
        setBeside(leftBeside);
      };
      toast.undo({ title: formLabels.discarded, onUndo });
    }
  }

  return (
    <AnswerForm
      title={labels.editQuestion(answer.question)}
      startAt="answer"
      values={mine}
      categories={categories}
      onChange={write}
      onSave={save}
      onCancel={cancel}
      saving={change.isPending}
      fieldErrors={isDuplicate ? { question: formLabels.questionTaken } : {}}
      failure={failureMessage(
        problem,
        clashing.length > 0 || isDuplicate || Boolean(fieldProblem(problem)),
      )}
      conflict={
        clashing.length > 0 ? (
          <EditConflict
            who={answer.updatedBy}
            fields={clashing}
            theirs={theirs}
            mine={mine}
            onTheirs={() => setStored(replacedFields(draft, theirs, clashing))}
            onMine={() => setStored({ base: theirs, values: mine })}
          />
        ) : undefined
      }
    >
      <SampleQuestions
        samples={answer.samples}
        learnedSamples={answer.learnedSamples}
        change={beside}
        onChange={(rewording) => setBeside({ ...beside, ...rewording })}
        error={fieldProblem(problem, "addSamples")}
      />
      <ExpiryField
        value={until}
        onChange={(day) => setBeside({ ...beside, until: day })}
        error={fieldProblem(problem, "validUntil")}
      />
      <ReplayPreview change={toChange(answer, draft, theirs, beside)} />
    </AnswerForm>
  );
}

/** Returns changes to samples and expiry; undefined if there are none. */
function toExtraFields({ samples, validUntil }: Answer, { add, remove, until }: ExtraFields) {
  const removeSamples = removedSamples(samples, remove);
  const moved = until !== undefined && until !== validUntil;
  if (add.length === 0 && removeSamples.length === 0 && !moved) return undefined;
  return { addSamples: [...add], removeSamples, ...(moved ? { validUntil: until } : {}) };
}

/** Returns the samples to remove that still exist. */
const removedSamples = (samples: readonly string[], remove: readonly string[]) =>
  remove.filter((one) => samples.includes(one));

/** Returns the server's error for one of the fields below the text, or for any of them. */
function fieldProblem(problem: ReturnType<typeof toDraftProblem> | undefined, field?: string) {
  const errors = problem?.fields ?? {};
  return field ? errors[field] : (errors.addSamples ?? errors.validUntil);
}

/**
 * Returns the change to replay. Undefined if the form is invalid, or if the change can't affect the
 * bot.
 */
function toChange(
  { communityId, id, samples }: Answer,
  draft: AnswerDraft,
  theirs: AnswerDraft["base"],
  { add, remove }: ExtraFields,
) {
  const mine = mergeDraft(draft, theirs);
  const changed = changedFields(draft, theirs).filter(
    (one) => one === "question" || one === "answer",
  );
  const removeSamples = removedSamples(samples, remove);
  if (
    changed.length + add.length + removeSamples.length === 0 ||
    Object.keys(validateValues(mine)).length > 0
  )
    return undefined;
  const words = Object.fromEntries(changed.map((one) => [one, mine[one].trim()]));
  return { communityId, id, ...words, samples: [...add], removeSamples };
}

function replacedFields(
  draft: AnswerDraft,
  theirs: AnswerDraft["base"],
  clashing: readonly AnswerField[],
): AnswerDraft {
  const values = mergeDraft(draft, theirs);
  for (const field of clashing) values[field] = theirs[field];
  return { base: theirs, values };
}

function failureMessage(
  problem: ReturnType<typeof toDraftProblem> | undefined,
  isShownElsewhere: boolean,
) {
  if (!problem || isShownElsewhere) return undefined;
  if (problem.reason === "ANSWER_CHANGED") {
    return formLabels.changedByColleague;
  }
  return `${problem.title} ${problem.text}`;
}
