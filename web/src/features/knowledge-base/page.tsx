import type { ReactNode } from "react";
import { toProblem } from "../../api/problem";
import { useSelectedCommunity } from "../../entities/community/selected-community";
import { useCommunities } from "../../entities/community/use-communities";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { ErrorState } from "../../ui";
import "../../entities/answer/answer.css";
import { AnswersSkeleton } from "../../entities/answer/editor/answers-skeleton";
import { useAnswers } from "../../entities/answer/queries";
import { AnswerWorkspace } from "../../entities/answer-workspace/answer-workspace";
import { NoCommunity } from "../../entities/community/no-community";
import { SearchableSelect } from "../../ui/searchable-select";
import { labels } from "./labels";

const title = (
  <>
    <h1 className="screen-title">{labels.title}</h1>
    <span className="screen-head__grow" />
  </>
);

type PageProps = {
  /** Opens the homeowner accounts of a community. */
  accounts: (community: TextCommunity) => ReactNode;
};

/** The knowledge base: answers of the user's communities, with a test phone. */
export default function KnowledgePage({ accounts }: PageProps) {
  const [selected, choose] = useSelectedCommunity();
  const query = useCommunities();
  const communities = query.data ?? [];
  const community = communities.find((one) => one.id === selected) ?? communities[0];
  if (community) {
    return (
      <Knowledge
        key={community.id}
        community={community}
        accounts={accounts(community)}
        choice={
          <div className="knowledge__community">
            <SearchableSelect
              label={labels.community}
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
        <div className="turbo__state">
          <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />
        </div>
      ) : (
        <NoCommunity />
      )}
    </div>
  );
}

type Props = { community: TextCommunity; choice: ReactNode; accounts: ReactNode };

function Knowledge({ community, choice, accounts }: Props) {
  const answers = useAnswers(community.id);
  return (
    <AnswerWorkspace
      communityId={community.id}
      community={community}
      answers={answers.data}
      head={
        <>
          {title}
          {choice}
          {accounts}
        </>
      }
    />
  );
}
