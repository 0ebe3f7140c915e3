import { Suspense } from "react";
import { useNavigate } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { part } from "../../lib/load";
import { useCommunities } from "../../rpc/communities";
import { useCurrent } from "../../rpc/current";
import { toProblem } from "../../rpc/problem";
import { useSelectedCommunity } from "../../rpc/selected-community";
import { Button, EmptyFace, ProblemFace, Skeleton } from "../../ui";
import "./answers.css";
import { CasesSkeleton } from "./cases/skeleton";
import { ChooseOne } from "./choose";
import { HandsetPhone } from "./handset/handset-phone";
import { PhoneField } from "./handset/phone-field";
import { sampleQuestions } from "./handset/samples";
import { PhoneSkeleton } from "./handset/test-aside-skeleton";
import { useBench } from "./handset/use-bench";
import { Why } from "./handset/why";
import { NoCommunity } from "./no-community";
import { useAnswers } from "./queries";

const Cases = part(() => import("./cases/panel"));
const Keep = part(() => import("./cases/keep"));

/** The test window: a resident's phone on the screen. */
export default function TestWindowPage() {
  const [selected, choose] = useSelectedCommunity();
  const query = useCommunities();
  const communities = query.data ?? [];
  const community = communities.find((one) => one.id === selected) ?? communities[0];
  return (
    <div className="bench-room">
      <div className="screen-head">
        <h1 className="screen-title">Test window</h1>
        <p className="small secondary">What a resident gets when they text. Nothing is sent.</p>
      </div>
      {query.isPending ? (
        <BenchSkeleton />
      ) : query.isError && !query.data ? (
        <div className="turbo__face">
          <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
        </div>
      ) : community ? (
        <Bench
          key={community.id}
          community={community}
          communities={communities}
          onChoose={choose}
        />
      ) : (
        <NoCommunity />
      )}
    </div>
  );
}

type Props = {
  community: TextCommunity;
  communities: readonly TextCommunity[];
  onChoose: (id: string) => void;
};

function Bench({ community, communities, onChoose }: Props) {
  const { may } = useCurrent();
  const mayRead = may(Screen.ANSWERS) || may(Screen.TURBO) || may(Screen.ESCALATIONS);
  const answers = useAnswers(community.id, mayRead).data ?? [];
  const bench = useBench(community.number);
  const samples = sampleQuestions(answers, 4);
  const open = useNavigate();
  const mend = (answer: string) =>
    void open(`/answers?${new URLSearchParams({ community: community.id, answer, edit: "1" })}`);
  return (
    <div className="bench">
      <div className="bench__side">
        <section className="panel panel__body stack stack--loose" aria-label="Who texts whom">
          <ChooseOne
            label="Community"
            choices={communities.map(({ id, label }) => ({ id, label }))}
            value={community.id}
            onChange={onChoose}
          />
          <PhoneField
            key={bench.phone}
            phone={bench.phone}
            onTake={(phone) => bench.take({ phone })}
          />
          <Button icon="retry" pending={bench.startingOver} onPress={bench.startOver}>
            Start over
          </Button>
          {samples.length > 0 ? (
            <div className="stack bench__samples">
              <h2 className="group-title">Try one of these</h2>
              <ul className="stack stack--tight">
                {samples.map((sample) => (
                  <li key={sample}>
                    <button
                      type="button"
                      className="first-words__one"
                      disabled={!bench.ready}
                      onClick={() => bench.handset.send(sample)}
                    >
                      {sample}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </section>
        <Suspense fallback={<CasesSkeleton />}>
          <Cases communityId={community.id} answers={answers} />
        </Suspense>
      </div>
      <div className="bench__phone">
        {community.number ? (
          <HandsetPhone
            label={community.label}
            bench={bench}
            answers={answers}
            samples={samples.slice(0, 3)}
            more={(message) => (
              <Suspense>
                <Keep communityId={community.id} message={message} />
              </Suspense>
            )}
          />
        ) : (
          <EmptyFace
            title="No number yet"
            text={`${community.label} has no number that residents could text, so there is nothing to try.`}
          />
        )}
      </div>
      <div className="bench__why">
        <Why
          message={bench.picked}
          answers={answers}
          onMend={may(Screen.ANSWERS) ? mend : undefined}
          mayOpenEscalations={may(Screen.ESCALATIONS)}
          withSteps
        />
      </div>
    </div>
  );
}

function BenchSkeleton() {
  return (
    <div className="bench" aria-busy="true">
      <div className="bench__side">
        <div className="panel panel__body stack stack--loose">
          <Skeleton high="36px" />
          <Skeleton high="36px" />
          <Skeleton wide="60%" />
        </div>
        <CasesSkeleton />
      </div>
      <div className="bench__phone">
        <PhoneSkeleton />
      </div>
      <div className="bench__why">
        <div className="why">
          <Skeleton wide="50%" high="16px" />
          <Skeleton wide="90%" />
        </div>
      </div>
    </div>
  );
}
