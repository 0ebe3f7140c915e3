import type { HandsetMessage } from "../../../gen/parlor/v1/handset_service_pb";
import { toProblem } from "../../../rpc/problem";
import { toast } from "../../../ui";
import { questionKey, staff } from "./rules";
import { useAddCase, useCases } from "./use-cases";

/** What happened to a text, as what is expected; in training, what the bot would do by itself. */
function expectedOf({ decision, steps }: HandsetMessage) {
  if (steps.some(({ name }) => name === "training")) return {};
  return { answerId: decision?.answered ? decision.answerId : staff };
}

type Props = { communityId: string; message: HandsetMessage };

/** Beside a text of the phone: keeps it with what became of it. */
export default function Keep({ communityId, message }: Props) {
  const { cases = [] } = useCases(communityId);
  const add = useAddCase(communityId);
  const key = questionKey(message.body);
  if (cases.some(({ question }) => questionKey(question) === key)) {
    return <span className="caption">A test case</span>;
  }

  function keep() {
    add.mutate(
      { communityId, question: message.body, ...expectedOf(message) },
      {
        onError: (error) => {
          const { title, text } = toProblem(error);
          toast.error({ title: "It was not kept.", text: `${title} ${text}` });
        },
      },
    );
  }

  return (
    <button
      type="button"
      className="message__why"
      aria-label={`Keep as a test case: ${message.body}`}
      disabled={add.isPending}
      onClick={keep}
    >
      Keep as a test case
    </button>
  );
}
