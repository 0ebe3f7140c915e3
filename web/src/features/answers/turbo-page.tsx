import { useQuery } from "@connectrpc/connect-query";
import { Suspense } from "react";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { part } from "../../lib/load";
import { phoneWords } from "../../lib/names";
import { generalTopic } from "../../lib/topics";
import { useCurrent } from "../../rpc/current";
import { toProblem } from "../../rpc/problem";
import { useSelectedCommunity } from "../../rpc/selected-community";
import { Button, ProblemFace, Segments } from "../../ui";
import "./answers.css";
import { CommunityChoice } from "./community-choice";
import { emptyAnswer, useDraftKeys } from "./editor/drafts";
import { KnowledgeEditor } from "./editor/knowledge-editor";
import { newAnswer, usePlace } from "./editor/use-place";
import { TestAsideSkeleton } from "./handset/test-aside-skeleton";
import { CardWaiting, CountCard, MostUsedCard } from "./overview-cards";
import { useAnswers } from "./queries";
import { writeStored } from "./stored";
import { TrainingCard } from "./training-card";

/** Comes after what the bot knows. */
const TestAside = part(() => import("./handset/test-aside"));

/** Turbo: what a community's bot knows, and a phone to try it on. */
export default function TurboPage() {
  const [communityId, choose] = useSelectedCommunity();
  if (!communityId) return <CommunityChoice onChoose={choose} />;
  return <Turbo key={communityId} communityId={communityId} onLeave={() => choose(undefined)} />;
}

function about({ units, number }: TextCommunity): string {
  const parts = [];
  if (units > 0) parts.push(units === 1 ? "1 unit" : `${units.toLocaleString("en")} units`);
  parts.push(number ? phoneWords(number) : "no number yet");
  return parts.join(" · ");
}

/** In a narrow window answers and phone take turns. */
const views = [
  { value: "answers", label: "Answers" },
  { value: "phone", label: "Test phone" },
];

type Props = { communityId: string; onLeave: () => void };

function Turbo({ communityId, onLeave }: Props) {
  const query = useQuery(CommunityService.method.getCommunity, { id: communityId });
  const answers = useAnswers(communityId);
  const draftKeys = useDraftKeys(communityId);
  const { may } = useCurrent();
  const [{ view }, go] = usePlace();
  const community = query.data?.textCommunity;

  function add(question: string) {
    writeStored(draftKeys.ofNew, { ...emptyAnswer, question, topic: generalTopic });
    go({ answer: newAnswer, editing: false, view: "" });
  }

  if (query.isError && !community) {
    return (
      <div className="turbo__face">
        <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
        <Button onPress={onLeave}>Choose another community</Button>
      </div>
    );
  }
  return (
    <div className="turbo-room">
      <div className="turbo" data-view={view || "answers"}>
        <div className="turbo__work" data-scrolls>
          <div className="screen-head">
            <h1 className="screen-title">Turbo</h1>
            <p className="small secondary">{community ? about(community) : null}</p>
            <span className="screen-head__grow" />
            <div className="turbo__views">
              <Segments
                label="Show"
                options={views}
                value={view || "answers"}
                onChange={(next) => go({ view: next === "phone" ? next : "" })}
              />
            </div>
          </div>
          <div className="turbo__cards">
            <CountCard answers={answers.data} failed={answers.isError} />
            <MostUsedCard
              answers={answers.data}
              failed={answers.isError}
              onOpen={(answer) => go({ answer, topic: "", search: "", editing: false })}
            />
            {community ? <TrainingCard community={community} /> : <CardWaiting title="Training" />}
          </div>
          <KnowledgeEditor communityId={communityId} label={community?.label ?? "this community"} />
        </div>
        {community ? (
          <Suspense fallback={<TestAsideSkeleton />}>
            <TestAside
              community={community}
              answers={answers.data ?? []}
              mayOpenEscalations={may(Screen.ESCALATIONS)}
              onMend={(answer) => go({ answer, editing: true, topic: "", search: "", view: "" })}
              onAdd={add}
            />
          </Suspense>
        ) : (
          <TestAsideSkeleton />
        )}
      </div>
    </div>
  );
}
