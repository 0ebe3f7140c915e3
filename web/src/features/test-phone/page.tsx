import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { toProblem } from "../../api/problem";
import { useSelectedCommunity } from "../../entities/community/selected-community";
import { useCommunities } from "../../entities/community/use-communities";
import { useSession } from "../../entities/session/session";
import { labels as phoneLabels } from "../../entities/test-phone/labels";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";
import { Button, EmptyState, ErrorState, Skeleton } from "../../ui";
import "../../entities/answer/answer.css";
import { useAnswers } from "../../entities/answer/queries";
import { NoCommunity } from "../../entities/community/no-community";
import { TestCasesSkeleton } from "../../entities/test-case/skeleton";
import { ReplyExplanation } from "../../entities/test-phone/reply-explanation";
import { sampleQuestions } from "../../entities/test-phone/sample-questions";
import { TestPhone } from "../../entities/test-phone/test-phone";
import { PhoneSkeleton } from "../../entities/test-phone/test-phone-skeleton";
import { useTestPhone } from "../../entities/test-phone/use-test-phone";
import { SearchableSelect } from "../../ui/searchable-select";
import { labels } from "./labels";
import { PhoneField } from "./phone-field";

type PageProps = {
  /** The test cases of a community. */
  testCases: (communityId: string, answers: readonly Answer[]) => ReactNode;
  /** Saves a text that the bot has decided on as a test case. */
  saveAsTestCase: (communityId: string, message: TestPhoneMessage) => ReactNode;
};

/** The test window: a simulated phone of a resident. */
export default function TestPhonePage(page: PageProps) {
  const [selected, choose] = useSelectedCommunity();
  const query = useCommunities();
  const communities = query.data ?? [];
  const community = communities.find((one) => one.id === selected) ?? communities[0];
  return (
    <div className="bench-room">
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <p className="small secondary">{labels.about}</p>
      </div>
      {query.isPending ? (
        <TestBenchSkeleton />
      ) : query.isError && !query.data ? (
        <div className="turbo__state">
          <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />
        </div>
      ) : community ? (
        <TestBench
          key={community.id}
          community={community}
          communities={communities}
          onChoose={choose}
          {...page}
        />
      ) : (
        <NoCommunity />
      )}
    </div>
  );
}

type Props = PageProps & {
  community: TextCommunity;
  communities: readonly TextCommunity[];
  onChoose: (id: string) => void;
};

function TestBench({ community, communities, onChoose, testCases, saveAsTestCase }: Props) {
  const { may } = useSession();
  const mayRead = may(Screen.ANSWERS) || may(Screen.TURBO) || may(Screen.ESCALATIONS);
  const answers = useAnswers(community.id, mayRead).data ?? [];
  const bench = useTestPhone(community);
  const samples = sampleQuestions(answers, 4);
  const open = useNavigate();
  const editAnswer = (answer: string) =>
    void open(`/answers?${new URLSearchParams({ community: community.id, answer, edit: "1" })}`);
  return (
    <div className="bench">
      <div className="bench__side">
        <section className="panel panel__body stack stack--loose" aria-label={labels.setup}>
          <SearchableSelect
            label={labels.community}
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
            {phoneLabels.startOver}
          </Button>
          {samples.length > 0 ? (
            <div className="stack bench__samples">
              <h2 className="group-title">{labels.samples}</h2>
              <ul className="stack stack--tight">
                {samples.map((sample) => (
                  <li key={sample}>
                    <button
                      type="button"
                      className="first-words__one"
                      disabled={!bench.ready}
                      onClick={() => bench.testPhone.send(sample)}
                    >
                      {sample}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </section>
        {testCases(community.id, answers)}
      </div>
      <div className="bench__phone">
        {community.number ? (
          <TestPhone
            label={community.label}
            bench={bench}
            answers={answers}
            samples={samples.slice(0, 3)}
            more={(message) => saveAsTestCase(community.id, message)}
          />
        ) : (
          <EmptyState
            title={phoneLabels.noNumberTitle}
            text={phoneLabels.noNumberText(community.label)}
          />
        )}
      </div>
      <div className="bench__why">
        <ReplyExplanation
          message={bench.picked}
          answers={answers}
          onEditAnswer={may(Screen.ANSWERS) ? editAnswer : undefined}
          mayOpenEscalations={may(Screen.ESCALATIONS)}
          withSteps
        />
      </div>
    </div>
  );
}

function TestBenchSkeleton() {
  return (
    <div className="bench" aria-busy="true">
      <div className="bench__side">
        <div className="panel panel__body stack stack--loose">
          <Skeleton high="36px" />
          <Skeleton high="36px" />
          <Skeleton wide="60%" />
        </div>
        <TestCasesSkeleton />
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
