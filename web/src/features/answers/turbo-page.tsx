import { useQuery } from "@connectrpc/connect-query";
import { Suspense } from "react";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { part } from "../../lib/load";
import { phoneWords } from "../../lib/names";
import { useNow } from "../../lib/now";
import { toProblem } from "../../rpc/problem";
import { useSelectedCommunity } from "../../rpc/selected-community";
import { Button, ProblemFace } from "../../ui";
import { OpenAccounts } from "./accounts/open-accounts";
import { AnswersRoom } from "./answers-room";
import { dayIn } from "./editor/rules";
import { usePlace } from "./editor/use-place";
import { CardWaiting, CountCard, MostUsedCard } from "./overview-cards";
import { useAnswers } from "./queries";

const CommunityChoice = part(() => import("./community-choice"));
const PersonaCard = part(() => import("./persona/persona-card"));
const TrainingCard = part(() => import("./training-card"));

/** Turbo: what a community's bot knows, and a phone to try it on. */
export default function TurboPage() {
  const [communityId, choose] = useSelectedCommunity();
  if (!communityId) {
    return (
      <Suspense fallback={<div className="screen-body" aria-busy="true" />}>
        <CommunityChoice onChoose={choose} />
      </Suspense>
    );
  }
  return <Turbo key={communityId} communityId={communityId} onLeave={() => choose(undefined)} />;
}

function about({ units, number }: TextCommunity): string {
  const parts = [];
  if (units > 0) parts.push(units === 1 ? "1 unit" : `${units.toLocaleString("en")} units`);
  parts.push(number ? phoneWords(number) : "no number yet");
  return parts.join(" · ");
}

type Props = { communityId: string; onLeave: () => void };

function Turbo({ communityId, onLeave }: Props) {
  const query = useQuery(CommunityService.method.getCommunity, { id: communityId });
  const answers = useAnswers(communityId);
  const [, go] = usePlace();
  const community = query.data?.textCommunity;
  const today = dayIn(community?.timeZone, useNow());

  if (query.isError && !community) {
    return (
      <div className="turbo__face">
        <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
        <Button onPress={onLeave}>Choose another community</Button>
      </div>
    );
  }
  return (
    <AnswersRoom
      communityId={communityId}
      community={community}
      answers={answers.data}
      head={
        <>
          <h1 className="screen-title">Turbo</h1>
          <p className="small secondary">{community ? about(community) : null}</p>
          <span className="screen-head__grow" />
          {community ? <OpenAccounts community={community} /> : null}
        </>
      }
    >
      <div className="turbo__cards">
        <CountCard answers={answers.data} failed={answers.isError} today={today} />
        <MostUsedCard
          answers={answers.data}
          failed={answers.isError}
          onOpen={(answer) => {
            go({ answer, topic: "", search: "", inVain: false, editing: false });
          }}
        />
        <Suspense fallback={<CardWaiting title="Persona" />}>
          {community ? <PersonaCard community={community} /> : <CardWaiting title="Persona" />}
        </Suspense>
        <Suspense fallback={<CardWaiting title="Training" />}>
          {community ? <TrainingCard community={community} /> : <CardWaiting title="Training" />}
        </Suspense>
      </div>
    </AnswersRoom>
  );
}
