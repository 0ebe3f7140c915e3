import { useState } from "react";
import { toProblem } from "../../api/problem";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { Button, Count, ErrorState } from "../../ui";
import { TestCaseForm } from "./case-form";
import { TestCaseRow } from "./case-row";
import "./test-cases.css";
import { useCreateTestCase, useRunTestCases, useTestCases } from "../../entities/test-case/queries";
import { TestCasesSkeleton } from "../../entities/test-case/skeleton";
import { groupTitles, labels, runSummary } from "./labels";
import { groupTestCases } from "./rules";

type Props = { communityId: string; answers: readonly Answer[] };

/** Test cases of a community with their results. */
export default function TestCasesPanel({ communityId, answers }: Props) {
  const { query, cases } = useTestCases(communityId);
  const run = useRunTestCases(communityId);
  const add = useCreateTestCase(communityId);
  const [adding, setAdding] = useState(false);
  const changes = new Map(run.data?.results.map(({ testCase, change }) => [testCase?.id, change]));
  if (!cases && !query.isError) return <TestCasesSkeleton />;
  const problem = query.isError && !query.data ? query.error : run.error;
  return (
    <section className="panel cases" aria-label={labels.testCases}>
      <div className="row row--between cases__head">
        <h2 className="group-title">
          {labels.testCases} {cases ? <Count value={cases.length} /> : null}
        </h2>
        <span className="row">
          <Button size="small" variant="quiet" icon="plus" onPress={() => setAdding(true)}>
            {labels.add}
          </Button>
          {cases && cases.length > 0 ? (
            <Button
              size="small"
              variant="primary"
              pending={run.isPending}
              onPress={() => run.mutate({ communityId })}
            >
              {labels.runAll}
            </Button>
          ) : null}
        </span>
      </div>
      {adding ? (
        <TestCaseForm
          answers={answers}
          onSave={(words) => add.mutateAsync({ communityId, ...words })}
          onClose={() => setAdding(false)}
        />
      ) : null}
      <p className="small cases__summary" role="status">
        {run.data && !problem
          ? runSummary(run.data.passed, run.data.failed, run.data.changed)
          : null}
      </p>
      {problem ? (
        <ErrorState
          problem={toProblem(problem)}
          onRetry={() => (query.isError ? query.refetch() : run.mutate({ communityId }))}
        />
      ) : cases?.length === 0 && !adding ? (
        <p className="small secondary cases__none">{labels.noTestCases}</p>
      ) : (
        groupTestCases(cases ?? []).map((group) => (
          <section key={group.status} aria-label={groupTitles[group.status]}>
            <h3 className="cases__group">
              {groupTitles[group.status]} <Count value={group.cases.length} />
            </h3>
            <ul>
              {group.cases.map((one) => (
                <TestCaseRow
                  key={one.id}
                  testCase={one}
                  change={changes.get(one.id)}
                  answers={answers}
                />
              ))}
            </ul>
          </section>
        ))
      )}
    </section>
  );
}
