import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Button, EmptyFace } from "../../../ui";
import { HandsetPhone } from "./handset-phone";
import { sampleQuestions } from "./samples";
import { useBench } from "./use-bench";
import { Why } from "./why";

type Props = {
  community: TextCommunity;
  answers: readonly Answer[];
  mayOpenEscalations: boolean;
  onMend: (answerId: string) => void;
  onAdd: (question: string) => void;
};

/** The phone beside the answers: ask, see why, mend. */
export default function TestAside({ community, answers, ...why }: Props) {
  const bench = useBench(community.number);
  return (
    <aside className="turbo__test" aria-label="Test phone">
      <div className="row row--between">
        <h2 className="panel-title">Test phone</h2>
        <Button
          variant="quiet"
          size="small"
          icon="retry"
          pending={bench.startingOver}
          onPress={bench.startOver}
        >
          Start over
        </Button>
      </div>
      {community.number === "" ? (
        <EmptyFace
          title="No number yet"
          text={`${community.label} has no number that residents could text, so there is nothing to try.`}
        />
      ) : (
        <>
          <HandsetPhone
            label={community.label}
            bench={bench}
            answers={answers}
            samples={sampleQuestions(answers, 3)}
          />
          <Why message={bench.picked} answers={answers} {...why} />
        </>
      )}
    </aside>
  );
}
