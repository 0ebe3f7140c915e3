import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { Button, EmptyState } from "../../ui";
import { asideLabels } from "./aside-labels";
import { labels } from "./labels";
import { ReplyExplanation } from "./reply-explanation";
import { sampleQuestions } from "./sample-questions";
import { TestPhone } from "./test-phone";
import { useTestPhone } from "./use-test-phone";

type Props = {
  community: TextCommunity;
  answers: readonly Answer[];
  mayOpenEscalations: boolean;
  onEditAnswer: (answerId: string) => void;
  onAdd: (question: string) => void;
};

/** Test phone beside the answers, with the explanation of the selected reply. */
export default function TestPhoneAside({ community, answers, ...why }: Props) {
  const bench = useTestPhone(community);
  return (
    <aside className="turbo__test" aria-label={asideLabels.title}>
      <div className="row row--between">
        <h2 className="panel-title">{asideLabels.title}</h2>
        <Button
          variant="quiet"
          size="small"
          icon="retry"
          pending={bench.startingOver}
          onPress={bench.startOver}
        >
          {labels.startOver}
        </Button>
      </div>
      {community.number === "" ? (
        <EmptyState title={labels.noNumberTitle} text={labels.noNumberText(community.label)} />
      ) : (
        <>
          <TestPhone
            label={community.label}
            bench={bench}
            answers={answers}
            samples={sampleQuestions(answers, 3)}
          />
          <ReplyExplanation message={bench.picked} answers={answers} {...why} />
        </>
      )}
    </aside>
  );
}
