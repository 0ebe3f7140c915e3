import { useQuery } from "@connectrpc/connect-query";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { useCommunities } from "../../../rpc/communities";
import { toProblem } from "../../../rpc/problem";
import { useSelectedCommunity } from "../../../rpc/selected-community";
import { ProblemFace, Skeleton } from "../../../ui";
import "../answers.css";
import { ChooseOne } from "../choose";
import { NoCommunity } from "../no-community";
import { Bench } from "./bench";
import "./playground.css";

/** The playground: two variants of the bot, side by side on the same questions. */
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
          <h1 className="screen-title">Playground</h1>
          <p className="small secondary">
            Two variants of the bot, side by side. Nothing is sent, and nothing changes until you
            say so.
          </p>
        </div>
        <span className="screen-head__grow" />
        {id ? (
          <div className="playground__community">
            <ChooseOne
              label="Community"
              hideLabel
              choices={all.map((each) => ({ id: each.id, label: each.label }))}
              value={id}
              onChange={choose}
            />
          </div>
        ) : null}
      </div>
      {failed.isError && !failed.data ? (
        <div className="turbo__face">
          <ProblemFace problem={toProblem(failed.error)} onRetry={() => failed.refetch()} />
        </div>
      ) : communities.isSuccess && id === "" ? (
        <NoCommunity />
      ) : community ? (
        <Bench key={community.id} community={community} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className="playground" aria-busy="true">
      {["Questions", "A", "B"].map((name) => (
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
