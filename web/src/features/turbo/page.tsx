import { useQuery } from "@connectrpc/connect-query";
import { type ReactNode, Suspense } from "react";
import { toProblem } from "../../api/problem";
import { currentDay } from "../../entities/answer/answer-rules";
import { useKnowledgeUrlState } from "../../entities/answer/editor/url-state";
import { useListedAnswers } from "../../entities/answer/queries";
import { AnswerWorkspace } from "../../entities/answer-workspace/answer-workspace";
import {
  useCommunityInUrl,
  useSelectedCommunity,
} from "../../entities/community/selected-community";
import { useUnansweredQuestions } from "../../entities/unanswered-question/use-unanswered-questions";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { lazyWithReload } from "../../lib/lazy";
import { formatPhone } from "../../lib/names";
import { useNow } from "../../lib/use-now";
import { Button, ErrorState } from "../../ui";
import { labels } from "./labels";
import { CoverageItem, ItemSkeleton, MostUsedItem } from "./overview-strip";

const CommunityPicker = lazyWithReload(() => import("./community-picker"));
const PersonaItem = lazyWithReload(() => import("./persona/persona-item"));
const TrainingItem = lazyWithReload(() => import("./training-item"));

type PageProps = {
  /** Opens the homeowner accounts of a community. */
  accounts: (community: TextCommunity) => ReactNode;
  /** A manager's requests for communities, shown while no community is selected. */
  communityRequests: ReactNode;
};

/** Turbo: the answers of the selected community, its settings and a test phone. */
export default function TurboPage({ accounts, communityRequests }: PageProps) {
  const [communityId, choose] = useSelectedCommunity();
  useCommunityInUrl(communityId);
  if (!communityId) {
    return (
      <Suspense fallback={<div className="screen-body" aria-busy="true" />}>
        <CommunityPicker onChoose={choose} requests={communityRequests} />
      </Suspense>
    );
  }
  return (
    <CommunityTurbo
      key={communityId}
      communityId={communityId}
      accounts={accounts}
      onLeave={() => choose(undefined)}
    />
  );
}

function communitySummary({ units, number }: TextCommunity): string {
  const parts = [];
  if (units > 0) parts.push(labels.unitCount(units));
  parts.push(number ? formatPhone(number) : labels.noNumber);
  return parts.join(" · ");
}

type Props = Pick<PageProps, "accounts"> & { communityId: string; onLeave: () => void };

function CommunityTurbo({ communityId, accounts, onLeave }: Props) {
  const query = useQuery(CommunityService.method.getCommunity, { id: communityId });
  const answers = useListedAnswers(communityId);
  const { list: unanswered = [] } = useUnansweredQuestions(communityId);
  const [, setUrlState] = useKnowledgeUrlState();
  const community = query.data?.textCommunity;
  const today = currentDay(community?.timeZone, useNow());

  if (query.isError && !community) {
    return (
      <div className="turbo__state">
        <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />
        <Button onPress={onLeave}>{labels.changeCommunity}</Button>
      </div>
    );
  }
  return (
    <AnswerWorkspace
      communityId={communityId}
      community={community}
      answers={answers.data}
      head={
        <>
          <h1 className="screen-title">{labels.title}</h1>
          <p className="small secondary">{community ? communitySummary(community) : null}</p>
          <span className="screen-head__grow" />
          {community ? accounts(community) : null}
        </>
      }
    >
      <div className="panel strip">
        <CoverageItem
          answers={answers.data}
          failed={answers.isError}
          today={today}
          otherCount={unanswered.filter(({ entry }) => !entry).length}
        />
        <MostUsedItem
          answers={answers.data}
          failed={answers.isError}
          onOpen={(answer) => {
            setUrlState({
              answer,
              category: "",
              search: "",
              unansweredOnly: false,
              editing: false,
            });
          }}
        />
        <Suspense fallback={<ItemSkeleton title={labels.persona} />}>
          {community ? (
            <PersonaItem community={community} />
          ) : (
            <ItemSkeleton title={labels.persona} />
          )}
        </Suspense>
        <Suspense fallback={<ItemSkeleton title={labels.training} />}>
          {community ? (
            <TrainingItem community={community} />
          ) : (
            <ItemSkeleton title={labels.training} />
          )}
        </Suspense>
      </div>
    </AnswerWorkspace>
  );
}
