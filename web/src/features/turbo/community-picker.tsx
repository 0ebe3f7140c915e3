import type { ReactNode } from "react";
import { toProblem } from "../../api/problem";
import { NoCommunity } from "../../entities/community/no-community";
import { useCommunities } from "../../entities/community/use-communities";
import { useSession } from "../../entities/session/session";
import { Badge, CommunityAvatar, ErrorState, Skeleton } from "../../ui";
import { labels } from "./labels";
import { pickerLabels } from "./picker-labels";

const maxShown = 12;
const skeletonKeys = ["a", "b", "c", "d", "e", "f"];

type Props = {
  onChoose: (id: string) => void;
  /** Shows managers their requests for communities. */
  requests: ReactNode;
};

/** Shown on Turbo while no community is selected. */
export default function CommunityPicker({ onChoose, requests }: Props) {
  const query = useCommunities();
  const { user } = useSession();
  const communities = query.data ?? [];
  // Administrators create communities themselves.
  const ownRequests = user.parlorRole === "admin" ? null : requests;
  if (query.isError && !query.data) {
    return (
      <div className="turbo__state">
        <h1 className="visually-hidden">{pickerLabels.title}</h1>
        <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      </div>
    );
  }
  if (query.isSuccess && communities.length === 0) {
    return (
      <>
        <h1 className="visually-hidden">{pickerLabels.title}</h1>
        <NoCommunity>{ownRequests}</NoCommunity>
      </>
    );
  }
  return (
    <div className="screen-body choice-of-doors">
      <h1 className="screen-title">{pickerLabels.title}</h1>
      <p className="secondary">{pickerLabels.hint}</p>
      <ul className="doors">
        {query.isPending
          ? skeletonKeys.map((shape) => (
              <li key={shape} className="door panel">
                <Skeleton high="36px" />
              </li>
            ))
          : communities.slice(0, maxShown).map(({ id, label, units, isTraining }) => (
              <li key={id}>
                <button type="button" className="door panel" onClick={() => onChoose(id)}>
                  <CommunityAvatar name={label} />
                  <span className="door__name">
                    <span className="strong">{label}</span>
                    <span className="caption">
                      {units > 0 ? pickerLabels.unitCount(units) : pickerLabels.unitsNotSet}
                    </span>
                  </span>
                  {isTraining ? <Badge tone="accent">{labels.training}</Badge> : null}
                </button>
              </li>
            ))}
      </ul>
      {communities.length > maxShown ? (
        <p className="caption">{pickerLabels.more(communities.length - maxShown)}</p>
      ) : null}
      {ownRequests}
    </div>
  );
}
