import { useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { Button, Dialog, FileDrop, Icon, RadioGroup } from "../../../ui";
import { Preview } from "../copying/preview";
import { planFor, stepsOf } from "../copying/rules";
import { useCopy } from "../copying/use-copy";
import { type FileRead, filledFrom, fromCsv, type LeftOut, textOf } from "./rules";

const mostBytes = 8 * 1024 * 1024;

type Props = {
  communityId: string;
  label: string;
  answers: readonly Answer[];
  onClose: () => void;
};

type Chosen = { name: string; read: FileRead };

/** What is in a file, or in a sentence why it cannot be taken. */
async function take(file: File): Promise<FileRead | string> {
  if (file.size > mostBytes) return `${file.name} is larger than 8 MB.`;
  const text = textOf(await file.arrayBuffer());
  if (text === undefined) return "This is a workbook. Save it as CSV there, and choose that file.";
  return fromCsv(text);
}

/** A file of answers is shown against what is there first; nothing changes before one says so. */
export default function ImportDialog({ communityId, label, answers, onClose }: Props) {
  const [chosen, setChosen] = useState<Chosen>();
  const [refused, setRefused] = useState("");
  const [replace, setReplace] = useState(true);
  const { copying, done } = useCopy("imported");
  const plan = chosen ? planFor(communityId, filledFrom(chosen.read, answers), answers) : undefined;
  const steps = plan ? stepsOf([plan], replace) : [];
  const problems = copying.data?.problems ?? [];

  async function look(file: File) {
    setChosen(undefined);
    const read = await take(file).catch(() => `${file.name} could not be read. Choose it again.`);
    setRefused(typeof read === "string" ? read : "");
    if (typeof read !== "string") setChosen({ name: file.name, read });
  }

  async function start() {
    const outcome = await copying.mutateAsync(steps);
    if (outcome.problems.length === 0) onClose();
  }

  return (
    <Dialog
      open
      staysOpen
      title={`Import answers into ${label}`}
      onClose={onClose}
      foot={
        <>
          {copying.isPending ? (
            <p className="caption row__grow" role="status">
              {done} of {copying.variables.length} done
            </p>
          ) : null}
          <Button onPress={onClose}>{copying.isPending ? "Go on meanwhile" : "Not now"}</Button>
          <Button
            variant="primary"
            isDisabled={steps.length === 0}
            pending={copying.isPending}
            onPress={start}
          >
            {steps.length === 1 ? "Import 1 answer" : `Import ${steps.length} answers`}
          </Button>
        </>
      }
    >
      <p className="small secondary">
        The first line names the columns: question and answer, and if wanted topic, source, other
        ways to ask it (one a line) and holds until. An export has them all. Other ways to ask and
        last days are taken for new questions only. Nothing changes before you import.
      </p>
      <FileDrop
        label="CSV, up to 8 MB"
        accept=".csv,text/csv"
        onFile={(file) => void look(file)}
        chosen={chosen?.name}
        error={refused}
      />
      {plan && plan.differing.length > 0 ? (
        <RadioGroup
          label="Where there is another answer"
          value={replace ? "file" : "here"}
          onChange={(value) => setReplace(value === "file")}
          options={[
            { value: "file", label: "The file’s takes its place" },
            { value: "here", label: "What is here stays" },
          ]}
        />
      ) : null}
      {plan && chosen ? (
        <section className="stack" aria-label="What changes" role="status">
          <Preview label={label} plan={plan} failed={false} replace={replace} open />
          {chosen.read.empty > 0 ? (
            <p className="small secondary">
              {chosen.read.empty === 1
                ? "1 question of the file has no answer yet, and is left out."
                : `${chosen.read.empty} questions of the file have no answer yet, and are left out.`}
            </p>
          ) : null}
        </section>
      ) : null}
      <Lines leftOut={chosen?.read.leftOut ?? []} />
      {problems[0] ? (
        <p className="notice notice--danger small" role="alert">
          <Icon name="danger" />
          {problems.length === 1 ? "One was" : `${problems.length} were`} not imported.{" "}
          {problems[0].title} {problems[0].text}
        </p>
      ) : null}
    </Dialog>
  );
}

/** So many lines are told. */
const most = 50;

function Lines({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <section className="stack stack--tight small" aria-label="Lines that are left out">
      <h3 className="label">
        {leftOut.length === 1 ? "1 line is left out" : `${leftOut.length} lines are left out`}
      </h3>
      <ul className="stack stack--tight">
        {leftOut.slice(0, most).map(({ line, question, reason }) => (
          <li key={line}>
            <span className="strong">
              Line {line}
              {question ? `: ${question.slice(0, 80)}` : ""}
            </span>{" "}
            <span className="secondary">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
