import { useState } from "react";
import { useDeleteTestCase, useUpdateTestCase } from "../../entities/test-case/queries";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { TestCase, TestChange } from "../../gen/parlor/v1/test_case_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Badge, Button } from "../../ui";
import { TestCaseForm } from "./case-form";
import { actualLabel, expectedLabel, labels, toChangeMark } from "./labels";
import { isDisambiguation } from "./rules";

type Props = {
  testCase: TestCase;
  /** Change since the previous run; unset if not just run. */
  change: TestChange | undefined;
  answers: readonly Answer[];
};

/** A test case with its expected and actual results. */
export function TestCaseRow({ testCase, change, answers }: Props) {
  const { id, communityId, question, outcome } = testCase;
  const [editing, setEditing] = useState(false);
  const save = useUpdateTestCase(communityId);
  const drop = useDeleteTestCase(communityId);
  const mark = toChangeMark(change);
  if (editing) {
    return (
      <li className="case">
        <TestCaseForm
          before={testCase}
          answers={answers}
          onSave={(words) => save.mutateAsync({ communityId, id, ...words })}
          onClose={() => setEditing(false)}
        />
      </li>
    );
  }
  const failed = outcome && !outcome.passed;
  return (
    <li className="case">
      <div className="row case__head">
        <p className="small strong row__grow case__question">{showDirectionMarks(question)}</p>
        {mark ? <Badge tone={mark.tone}>{mark.label}</Badge> : null}
        <span className="case__acts">
          <Button
            variant="quiet"
            size="small"
            icon="pen"
            aria-label={labels.edit(showDirectionMarks(question))}
            onPress={() => setEditing(true)}
          />
          <Button
            variant="quiet"
            size="small"
            icon="bin"
            aria-label={labels.delete(showDirectionMarks(question))}
            onPress={() => drop(testCase)}
          />
        </span>
      </div>
      <dl className="case__facts">
        <dt>{labels.expected}</dt>
        <dd>{showDirectionMarks(expectedLabel(testCase))}</dd>
        {outcome && (failed || isDisambiguation(outcome)) ? (
          <>
            <dt>{labels.actual}</dt>
            <dd>{showDirectionMarks(actualLabel(outcome))}</dd>
          </>
        ) : null}
      </dl>
      {failed ? <p className="caption">{showDirectionMarks(outcome.reason)}</p> : null}
    </li>
  );
}
