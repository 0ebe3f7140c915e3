import { useTransport } from "@connectrpc/connect-query";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { useCommunities } from "../../../rpc/communities";
import { toProblem } from "../../../rpc/problem";
import {
  Button,
  Dialog,
  Icon,
  Picks,
  ProblemFace,
  RadioGroup,
  Select,
  Skeleton,
} from "../../../ui";
import { topicsOf } from "../editor/rules";
import { usePlace } from "../editor/use-place";
import { answersOf } from "../queries";
import { Preview } from "./preview";
import { planFor, stepsOf } from "./rules";
import { useCopy } from "./use-copy";

/** So many communities at a time: all their answers are read for the preview. */
const most = 20;

// A topic is never empty, and an answer's id never begins with a space.
const all = "";
const only = " only";

type Props = { communityId: string; answers: readonly Answer[]; onClose: () => void };

/** Which answers go: the one that is open, those of a topic, or all. */
function useChoice(answers: readonly Answer[]) {
  const [place] = usePlace();
  const open = answers.find(({ id }) => id === place.answer);
  const [chosen, choose] = useState(open ? only : place.topic);
  const options = [
    { value: all, label: `All answers (${answers.length})` },
    ...(open ? [{ value: only, label: `“${open.question}”` }] : []),
    ...topicsOf(answers).map(({ name, count }) => ({ value: name, label: `${name} (${count})` })),
  ];
  const mine =
    chosen === only
      ? answers.filter((one) => one === open)
      : chosen === all
        ? answers
        : answers.filter(({ topic }) => topic === chosen);
  return { chosen, choose, options, mine };
}

/** Copies answers to other communities, once one has seen what that changes there. */
export default function CopyDialog({ communityId, answers, onClose }: Props) {
  const transport = useTransport();
  const communities = useCommunities();
  const others = (communities.data ?? []).filter(({ id }) => id !== communityId);
  const { chosen, choose, options, mine } = useChoice(answers);
  const [targets, setTargets] = useState<string[]>([]);
  const [replace, setReplace] = useState(false);
  const { copying, done } = useCopy();
  const wanted = targets.slice(0, most);
  const theirs = useQueries({ queries: wanted.map((id) => answersOf(transport, id)) });
  const plans = wanted.map((id, at) => {
    const known = theirs[at]?.data;
    return known ? planFor(id, mine, known) : undefined;
  });
  const ready = plans.filter((plan) => plan !== undefined);
  const steps = stepsOf(ready, replace);
  const differ = ready.some(({ differing }) => differing.length > 0);
  const waiting = theirs.some(({ isPending }) => isPending);
  const problems = copying.data?.problems ?? [];

  async function start() {
    const { problems } = await copying.mutateAsync(steps);
    if (problems.length === 0) onClose();
  }

  return (
    <Dialog
      open
      staysOpen
      title="Copy to other communities"
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
            isDisabled={steps.length === 0 || waiting || targets.length > most}
            pending={copying.isPending}
            onPress={start}
          >
            {steps.length === 1 ? "Copy 1 answer" : `Copy ${steps.length} answers`}
          </Button>
        </>
      }
    >
      <Select label="Answers" options={options} value={chosen} onChange={choose} />
      {communities.isPending ? (
        <Skeleton high="160px" />
      ) : communities.isError && !communities.data ? (
        <ProblemFace problem={toProblem(communities.error)} onRetry={() => communities.refetch()} />
      ) : (
        <Picks
          label="Communities"
          options={others.map(({ id, label }) => ({ value: id, label }))}
          value={targets}
          onChange={setTargets}
          none="There is no other community."
          error={targets.length > most ? `At most ${most} at a time.` : undefined}
        />
      )}
      {differ ? (
        <RadioGroup
          label="Where a community has another answer"
          value={replace ? "mine" : "theirs"}
          onChange={(value) => setReplace(value === "mine")}
          options={[
            { value: "theirs", label: "Theirs stays" },
            { value: "mine", label: "This one takes its place" },
          ]}
        />
      ) : null}
      {wanted.length > 0 ? (
        <section className="stack" aria-label="What changes there">
          {wanted.map((id, at) => (
            <Preview
              key={id}
              label={others.find((one) => one.id === id)?.label ?? ""}
              plan={plans[at]}
              failed={theirs[at]?.isError ?? false}
              replace={replace}
            />
          ))}
        </section>
      ) : null}
      {problems[0] ? (
        <p className="notice notice--danger small" role="alert">
          <Icon name="danger" />
          {problems.length === 1 ? "One was" : `${problems.length} were`} not copied.{" "}
          {problems[0].title} {problems[0].text}
        </p>
      ) : null}
    </Dialog>
  );
}
