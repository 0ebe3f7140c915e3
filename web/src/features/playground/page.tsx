import { useQuery } from "@connectrpc/connect-query";
import { toProblem } from "../../api/problem";
import { useSelectedCommunity } from "../../entities/community/selected-community";
import { useCommunities } from "../../entities/community/use-communities";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { ErrorState, Skeleton } from "../../ui";
import "../../entities/answer/answer.css";
import { NoCommunity } from "../../entities/community/no-community";
import { SearchableSelect } from "../../ui/searchable-select";
import { Comparison } from "./comparison";
import { labels } from "./labels";
import "./playground.css";

/** Compares two variants of the bot on the same questions. */
export default function PlaygroundPage() {
  const [selected, choose] = useSelectedCommunity();
  const communities = useCommunities();
  const all = communities.data ?? [];
  const id = (all.find((one) => one.id === selected) ?? all[0])?.id ?? "";
  const one = useQuery(CommunityService.method.getCommunity, { id }, { enabled: id !== "" });
  const community = one.data?.textCommunity;
  const failed = communities.isError && !communities.data ? communities : one;
  return (
    <div className="playground-room">
      <div className="screen-head playground__head">
        <div className="stack stack--tight">
          <h1 className="screen-title">{labels.title}</h1>
          <p className="small secondary">{labels.about}</p>
        </div>
        <span className="screen-head__grow" />
        {id ? (
          <div className="playground__community">
            <SearchableSelect
              label={labels.community}
              hideLabel
              choices={all.map((each) => ({ id: each.id, label: each.label }))}
              value={id}
              onChange={choose}
            />
          </div>
        ) : null}
      </div>
      {failed.isError && !failed.data ? (
        <div className="turbo__state">
          <ErrorState problem={toProblem(failed.error)} onRetry={() => failed.refetch()} />
        </div>
      ) : communities.isSuccess && id === "" ? (
        <NoCommunity />
      ) : community ? (
        <Comparison key={community.id} community={community} />
      ) : (
        <PlaygroundSkeleton />
      )}
    </div>
  );
}

function PlaygroundSkeleton() {
  return (
    <div className="playground" aria-busy="true">
      {[labels.questions, "A", "B"].map((name) => (
        <div key={name} className="panel panel__body stack stack--loose">
          <Skeleton wide="40%" high="16px" />
          <Skeleton high="36px" />
          <Skeleton high="36px" />
          <Skeleton wide="60%" />
        </div>
      ))}
    </div>
  );
}
