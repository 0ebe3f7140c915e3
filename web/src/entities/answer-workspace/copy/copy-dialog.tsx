import { useTransport } from "@connectrpc/connect-query";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { toProblem } from "../../../api/problem";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import {
  Button,
  Dialog,
  ErrorState,
  Icon,
  MultiSelect,
  RadioGroup,
  Select,
  Skeleton,
} from "../../../ui";
import { toCategories } from "../../answer/answer-rules";
import { useKnowledgeUrlState } from "../../answer/editor/url-state";
import { answersQuery } from "../../answer/queries";
import { choiceLabels } from "../../community/choice-labels";
import { useCommunities } from "../../community/use-communities";
import { createCopyPlan, toSteps } from "./copy-plan";
import { CopyPreview } from "./copy-preview";
import { dialogLabels } from "./dialog-labels";
import { useCopyAnswers } from "./use-copy-answers";

/** Maximum number of target communities, because the preview loads all of their answers. */
const most = 20;

// Can't be confused with a category, which is never empty, or an ID, which has no leading space.
const all = "";
const onlyMissing = " only";

type Props = { communityId: string; answers: readonly Answer[]; onClose: () => void };

/** Which answers to copy: the selected one, those of a category, or all. */
function useCopySelection(answers: readonly Answer[]) {
  const [urlState] = useKnowledgeUrlState();
  const open = answers.find(({ id }) => id === urlState.answer);
  const [chosen, choose] = useState(open ? onlyMissing : urlState.category);
  const options = [
    { value: all, label: dialogLabels.allAnswers(answers.length) },
    ...(open
      ? [{ value: onlyMissing, label: dialogLabels.onlyAnswer(showDirectionMarks(open.question)) }]
      : []),
    ...toCategories(answers).map(({ name, count }) => ({
      value: name,
      label: dialogLabels.category(name, count),
    })),
  ];
  const mine =
    chosen === onlyMissing
      ? answers.filter((one) => one === open)
      : chosen === all
        ? answers
        : answers.filter(({ category }) => category === chosen);
  return { chosen, choose, options, mine };
}

/** What copying would change in each community. A plan is unset while the answers there load. */
function useCopyPlans(targets: readonly string[], answers: readonly Answer[]) {
  const transport = useTransport();
  const ids = targets.slice(0, most);
  const queries = useQueries({ queries: ids.map((id) => answersQuery(transport, id)) });
  return {
    plans: ids.map((id, at) => {
      const existing = queries[at]?.data;
      const plan = existing ? createCopyPlan(id, answers, existing) : undefined;
      return { id, plan, isFailed: queries[at]?.isError ?? false };
    }),
    isPending: queries.some(({ isPending }) => isPending),
  };
}

/** Copies answers to other communities, after a preview of the changes. */
export default function CopyDialog({ communityId, answers, onClose }: Props) {
  const communities = useCommunities();
  const others = (communities.data ?? []).filter(({ id }) => id !== communityId);
  const { chosen, choose, options, mine } = useCopySelection(answers);
  const [targets, setTargets] = useState<string[]>([]);
  const [replace, setReplace] = useState(false);
  const { copying, done } = useCopyAnswers();
  const { plans, isPending: waiting } = useCopyPlans(targets, mine);
  const ready = plans.map(({ plan }) => plan).filter((plan) => plan !== undefined);
  const steps = toSteps(ready, replace);
  const differ = ready.some(({ differing }) => differing.length > 0);
  const problems = copying.data?.problems ?? [];

  const obstacle = copying.isPending
    ? undefined
    : targets.length === 0
      ? choiceLabels.chooseFirst
      : targets.length > most
        ? dialogLabels.chooseFewer(most)
        : waiting
          ? dialogLabels.loading
          : steps.length === 0
            ? dialogLabels.nothingToCopy
            : undefined;

  async function start() {
    const { problems } = await copying.mutateAsync(steps);
    if (problems.length === 0) onClose();
  }

  return (
    <Dialog
      open
      staysOpen
      title={dialogLabels.title}
      onClose={onClose}
      foot={
        <>
          {copying.isPending ? (
            <p className="caption row__grow" role="status">
              {dialogLabels.progress(done, copying.variables.length)}
            </p>
          ) : null}
          <Button onPress={onClose}>
            {copying.isPending ? dialogLabels.keepWorking : dialogLabels.cancel}
          </Button>
          <Button variant="primary" reason={obstacle} pending={copying.isPending} onPress={start}>
            {dialogLabels.copy(steps.length)}
          </Button>
        </>
      }
    >
      <Select label={dialogLabels.answers} options={options} value={chosen} onChange={choose} />
      {communities.isPending ? (
        <Skeleton high="160px" />
      ) : communities.isError && !communities.data ? (
        <ErrorState problem={toProblem(communities.error)} onRetry={() => communities.refetch()} />
      ) : (
        <MultiSelect
          label={dialogLabels.communities}
          options={others.map(({ id, label }) => ({ value: id, label }))}
          value={targets}
          onChange={setTargets}
          none={dialogLabels.noCommunities}
          error={targets.length > most ? dialogLabels.tooMany(most) : undefined}
        />
      )}
      {differ ? (
        <RadioGroup
          label={dialogLabels.existing}
          value={replace ? "mine" : "theirs"}
          onChange={(value) => setReplace(value === "mine")}
          options={[
            { value: "theirs", label: dialogLabels.keepTheirs },
            { value: "mine", label: dialogLabels.replace },
          ]}
        />
      ) : null}
      {plans.length > 0 ? (
        <section className="stack" aria-label={dialogLabels.preview}>
          {plans.map(({ id, plan, isFailed }) => (
            <CopyPreview
              key={id}
              label={others.find((one) => one.id === id)?.label ?? ""}
              plan={plan}
              failed={isFailed}
              replace={replace}
            />
          ))}
        </section>
      ) : null}
      {problems[0] ? (
        <p className="notice notice--danger small" role="alert">
          <Icon name="danger" />
          {dialogLabels.notCopied(problems.length)} {problems[0].title} {problems[0].text}
        </p>
      ) : null}
    </Dialog>
  );
}
