import { useCommunities } from "../../rpc/communities";
import { toProblem } from "../../rpc/problem";
import { useSelectedCommunity } from "../../rpc/selected-community";
import { ProblemFace } from "../../ui";
import "./answers.css";
import { ChooseOne } from "./choose";
import { AnswersSkeleton } from "./editor/answers-skeleton";
import { KnowledgeEditor } from "./editor/knowledge-editor";
import { NoCommunity } from "./no-community";

/** The knowledge base: what the bots of one's communities say. */
export default function KnowledgePage() {
  const [selected, choose] = useSelectedCommunity();
  const query = useCommunities();
  const communities = query.data ?? [];
  const community = communities.find((one) => one.id === selected) ?? communities[0];
  return (
    <div className="knowledge" data-scrolls>
      <div className="screen-head">
        <h1 className="screen-title">Knowledge Base</h1>
        <span className="screen-head__grow" />
        {community ? (
          <div className="knowledge__community">
            <ChooseOne
              key={community.id}
              label="Community"
              hideLabel
              choices={communities.map(({ id, label }) => ({ id, label }))}
              value={community.id}
              onChange={choose}
            />
          </div>
        ) : null}
      </div>
      {query.isPending ? (
        <AnswersSkeleton />
      ) : query.isError && !query.data ? (
        <div className="turbo__face">
          <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
        </div>
      ) : community ? (
        <KnowledgeEditor key={community.id} communityId={community.id} label={community.label} />
      ) : (
        <NoCommunity />
      )}
    </div>
  );
}
