import { useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { toProblem } from "../../../rpc/problem";
import { Button, Count, ProblemFace } from "../../../ui";
import { CaseForm } from "./case-form";
import { CaseRow } from "./case-row";
import "./cases.css";
import { groupsOf, summary } from "./rules";
import { CasesSkeleton } from "./skeleton";
import { useAddCase, useCases, useRunCases } from "./use-cases";

type Props = { communityId: string; answers: readonly Answer[] };

/** The test cases of a community, and what came of them. */
export default function CasesPanel({ communityId, answers }: Props) {
  const { query, cases } = useCases(communityId);
  const run = useRunCases(communityId);
  const add = useAddCase(communityId);
  const [adding, setAdding] = useState(false);
  const changes = new Map(run.data?.results.map(({ testCase, change }) => [testCase?.id, change]));
  if (!cases && !query.isError) return <CasesSkeleton />;
  const problem = query.isError && !query.data ? query.error : run.error;
  return (
    <section className="panel cases" aria-label="Test cases">
      <div className="row row--between cases__head">
        <h2 className="group-title">Test cases {cases ? <Count value={cases.length} /> : null}</h2>
        <span className="row">
          <Button size="small" variant="quiet" icon="plus" onPress={() => setAdding(true)}>
            Add
          </Button>
          {cases && cases.length > 0 ? (
            <Button
              size="small"
              variant="primary"
              pending={run.isPending}
              onPress={() => run.mutate({ communityId })}
            >
              Run all
            </Button>
          ) : null}
        </span>
      </div>
      {adding ? (
        <CaseForm
          answers={answers}
          onSave={(words) => add.mutateAsync({ communityId, ...words })}
          onClose={() => setAdding(false)}
        />
      ) : null}
      <p className="small cases__summary" role="status">
        {run.data && !problem ? summary(run.data.passed, run.data.failed, run.data.changed) : null}
      </p>
      {problem ? (
        <ProblemFace
          problem={toProblem(problem)}
          onRetry={() => (query.isError ? query.refetch() : run.mutate({ communityId }))}
        />
      ) : cases?.length === 0 && !adding ? (
        <p className="small secondary cases__none">
          No test cases yet. Ask something on the phone and keep it: from then on you see at any
          time whether the bot still does so.
        </p>
      ) : (
        groupsOf(cases ?? []).map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="cases__group">
              {group.title} <Count value={group.cases.length} />
            </h3>
            <ul>
              {group.cases.map((one) => (
                <CaseRow
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
