import type { ReactNode } from "react";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { useCommunities } from "../../rpc/communities";
import { toProblem } from "../../rpc/problem";
import { useSelectedCommunity } from "../../rpc/selected-community";
import { ProblemFace } from "../../ui";
import "./answers.css";
import { AnswersRoom } from "./answers-room";
import { ChooseOne } from "./choose";
import { AnswersSkeleton } from "./editor/answers-skeleton";
import { NoCommunity } from "./no-community";
import { useAnswers } from "./queries";

const title = (
  <>
    <h1 className="screen-title">Knowledge Base</h1>
    <span className="screen-head__grow" />
  </>
);

/** The knowledge base: what the bots of one's communities say, and a phone to try it on. */
export default function KnowledgePage() {
  const [selected, choose] = useSelectedCommunity();
  const query = useCommunities();
  const communities = query.data ?? [];
  const community = communities.find((one) => one.id === selected) ?? communities[0];
  if (community) {
    return (
      <Knowledge
        key={community.id}
        community={community}
        choice={
          <div className="knowledge__community">
            <ChooseOne
              label="Community"
              hideLabel
              choices={communities.map(({ id, label }) => ({ id, label }))}
              value={community.id}
              onChange={choose}
            />
          </div>
        }
      />
    );
  }
  return (
    <div className="knowledge" data-scrolls>
      <div className="screen-head">{title}</div>
      {query.isPending ? (
        <AnswersSkeleton />
      ) : query.isError ? (
        <div className="turbo__face">
          <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
        </div>
      ) : (
        <NoCommunity />
      )}
    </div>
  );
}

function Knowledge({ community, choice }: { community: TextCommunity; choice: ReactNode }) {
  const answers = useAnswers(community.id);
  return (
    <AnswersRoom
      communityId={community.id}
      community={community}
      answers={answers.data}
      head={
        <>
          {title}
          {choice}
        </>
      }
    />
  );
}
