import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { toProblem } from "../../rpc/problem";
import { Button, ProblemFace, Skeleton } from "../../ui";
import { AnswerForm } from "./answer-form";
import { CaseHead } from "./case-head";
import { CaseThread } from "./case-thread";
import { useEscalation } from "./queries";
import { Reviewed } from "./reviewed";
import type { Acts } from "./use-acts";
import { nameOf } from "./words";

type Props = {
  id: string;
  /** It, where the list has it already. */
  listed: Escalation | undefined;
  loading: boolean;
  acts: Acts;
  answerId: string;
  onBack: () => void;
};

function DetailSkeleton() {
  return (
    <>
      <div className="case-head" aria-hidden="true">
        <Skeleton wide="32px" high="32px" round />
        <Skeleton wide="180px" high="16px" />
      </div>
      <div className="case-thread stack" aria-hidden="true">
        <Skeleton wide="62%" high="40px" />
        <Skeleton wide="48%" high="40px" />
      </div>
    </>
  );
}

/** The question at hand, its conversation, and what becomes of it. */
export function Detail({ id, listed, loading, acts, answerId, onBack }: Props) {
  const query = useEscalation(id, !listed && !loading);
  const escalation = listed ?? query.data?.escalation;
  if (!escalation) {
    return (
      <article className="desk__detail" aria-label="Escalation" aria-busy={query.isFetching}>
        {query.error ? (
          <>
            <ProblemFace
              title="This question did not load"
              problem={toProblem(query.error)}
              onRetry={() => query.refetch()}
            />
            <div className="only-phone desk__more">
              <Button icon="back" onPress={onBack}>
                Back to the list
              </Button>
            </div>
          </>
        ) : loading || id ? (
          <DetailSkeleton />
        ) : null}
      </article>
    );
  }
  return (
    <article className="desk__detail" aria-label={`Escalation from ${nameOf(escalation)}`}>
      <CaseHead escalation={escalation} acts={acts} onBack={onBack} />
      <CaseThread escalation={escalation} />
      {escalation.reviewed ? (
        <Reviewed escalation={escalation} />
      ) : (
        <AnswerForm key={escalation.id} escalation={escalation} acts={acts} answerId={answerId} />
      )}
    </article>
  );
}
