import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { toProblem } from "../../../rpc/problem";
import { toast } from "../../../ui";
import { useChangeAnswer } from "../queries";
import { ReplayLine } from "../replay/replay-line";
import { useStored } from "../stored";
import { AnswerForm } from "./answer-form";
import { Conflict } from "./conflict";
import { useDraftKeys } from "./drafts";
import { HoldsUntil } from "./holds-until";
import {
  changes,
  complaints,
  conflicts,
  type Draft,
  draftOf,
  type Field,
  merged,
  onto,
  valuesOf,
} from "./rules";
import { type Rewording, Wordings } from "./wordings";

/** What is changed beside the words. */
type Beside = Rewording & { until?: string };

const nothing: Beside = { add: [], remove: [] };

type Props = { answer: Answer; topics: readonly string[]; onDone: () => void };

/** Changes an answer in its place, and notices when a colleague does so too. */
export default function AnswerEditor({ answer, topics, onDone }: Props) {
  const [stored, setStored] = useStored<Draft>(useDraftKeys(answer.communityId).of(answer.id));
  const besideKey = `${useDraftKeys(answer.communityId).of(answer.id)}.beside`;
  const [storedBeside, setBeside] = useStored<Beside>(besideKey);
  const beside = storedBeside ?? nothing;
  const until = beside.until ?? answer.validUntil;
  const change = useChangeAnswer(answer.communityId);
  const theirs = valuesOf(answer);
  const draft = stored ?? draftOf(answer);
  const mine = merged(draft, theirs);
  const clashing = conflicts(draft, theirs);
  const problem = change.error ? toProblem(change.error) : undefined;
  const taken = problem?.reason === "QUESTION_EXISTS";

  function write(field: Field, value: string) {
    const base = onto(draft, theirs);
    setStored({ base: base.base, values: { ...base.values, [field]: value } });
  }

  async function save() {
    const fields = changes(draft, theirs);
    const more = besideOf(answer, beside);
    if (fields.length > 0 || more) {
      const { communityId, id, version } = answer;
      const words = Object.fromEntries(fields.map((field) => [field, mine[field].trim()]));
      try {
        await change.mutateAsync({ communityId, id, version, ...words, ...more });
      } catch {
        return; // Shown in the form; the draft stays.
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
    if ((left && changes(left, theirs).length > 0) || besideOf(answer, beside)) {
      const onUndo = () => {
        setStored(left);
        setBeside(leftBeside);
      };
      toast.undo({ title: "Your changes were dropped.", onUndo });
    }
  }

  return (
    <AnswerForm
      title={`Edit: ${answer.question}`}
      values={mine}
      topics={topics}
      onChange={write}
      onSave={save}
      onCancel={cancel}
      saving={change.isPending}
      fieldErrors={taken ? { question: "Another answer has this question already." } : {}}
      failure={failureText(problem, clashing.length > 0 || taken || Boolean(ofField(problem)))}
      conflict={
        clashing.length > 0 ? (
          <Conflict
            who={answer.updatedBy}
            fields={clashing}
            theirs={theirs}
            mine={mine}
            onTheirs={() => setStored(taking(draft, theirs, clashing))}
            onMine={() => setStored({ base: theirs, values: mine })}
          />
        ) : undefined
      }
    >
      <Wordings
        samples={answer.samples}
        taught={answer.taught}
        change={beside}
        onChange={(rewording) => setBeside({ ...beside, ...rewording })}
        error={ofField(problem, "addSamples")}
      />
      <HoldsUntil
        value={until}
        onChange={(day) => setBeside({ ...beside, until: day })}
        error={ofField(problem, "validUntil")}
      />
      <ReplayLine change={changeOf(answer, draft, theirs, beside)} />
    </AnswerForm>
  );
}

/** What a save would change beside the words; nothing when all stays. */
function besideOf({ samples, validUntil }: Answer, { add, remove, until }: Beside) {
  const removeSamples = goneOf(samples, remove);
  const moved = until !== undefined && until !== validUntil;
  if (add.length === 0 && removeSamples.length === 0 && !moved) return undefined;
  return { addSamples: [...add], removeSamples, ...(moved ? { validUntil: until } : {}) };
}

/** Those of the ways to ask that go. */
const goneOf = (samples: readonly string[], remove: readonly string[]) =>
  remove.filter((one) => samples.includes(one));

/** What the server has against one of the fields below the words, or against any of them. */
function ofField(problem: ReturnType<typeof toProblem> | undefined, field?: string) {
  const told = problem?.fields ?? {};
  return field ? told[field] : (told.addSamples ?? told.validUntil);
}

/** What would be saved; nothing while it is not complete, and nothing where the bot would not notice. */
function changeOf(
  { communityId, id, samples }: Answer,
  draft: Draft,
  theirs: Draft["base"],
  { add, remove }: Beside,
) {
  const mine = merged(draft, theirs);
  const heard = changes(draft, theirs).filter((one) => one === "question" || one === "answer");
  const removeSamples = goneOf(samples, remove);
  if (
    heard.length + add.length + removeSamples.length === 0 ||
    Object.keys(complaints(mine)).length > 0
  )
    return undefined;
  const words = Object.fromEntries(heard.map((one) => [one, mine[one].trim()]));
  return { communityId, id, ...words, samples: [...add], removeSamples };
}

function taking(draft: Draft, theirs: Draft["base"], clashing: readonly Field[]): Draft {
  const values = merged(draft, theirs);
  for (const field of clashing) values[field] = theirs[field];
  return { base: theirs, values };
}

function failureText(problem: ReturnType<typeof toProblem> | undefined, told: boolean) {
  if (!problem || told) return undefined;
  if (problem.reason === "ANSWER_CHANGED") {
    return "A colleague changed this answer meanwhile. What they wrote is in the form now: save again to keep both.";
  }
  return `${problem.title} ${problem.text}`;
}
