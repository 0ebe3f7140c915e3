import { useCreateTestCase, useTestCases } from "../../entities/test-case/queries";
import { toastFailure } from "../../forms/toast-error";
import { StepKind } from "../../gen/parlor/v1/conversation_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";
import { labels } from "./labels";
import { questionKey, staffOption } from "./rules";

/** Returns the expected result of a text. In training the server determines it. */
function toExpectedAnswer({ decision, steps }: TestPhoneMessage) {
  if (steps.some(({ kind }) => kind === StepKind.TRAINING_MODE)) return {};
  return { answerId: decision?.answered ? decision.answerId : staffOption };
}

type Props = { communityId: string; message: TestPhoneMessage };

/** Saves a text of the test phone as a test case. */
export default function SaveAsTestCase({ communityId, message }: Props) {
  const { cases = [] } = useTestCases(communityId);
  const add = useCreateTestCase(communityId);
  const key = questionKey(message.body);
  if (cases.some(({ question }) => questionKey(question) === key)) {
    return <span className="caption">{labels.savedAsCase}</span>;
  }

  function keep() {
    add.mutate(
      { communityId, question: message.body, ...toExpectedAnswer(message) },
      {
        onError: (error) => toastFailure(labels.saveFailed, error),
      },
    );
  }

  return (
    <button
      type="button"
      className="message__why"
      aria-label={labels.saveTextAsCase(message.body)}
      disabled={add.isPending}
      onClick={keep}
    >
      {labels.saveAsCase}
    </button>
  );
}
