import { Suspense } from "react";
import { part } from "../../lib/load";
import { useCommunities } from "../../rpc/communities";
import { useCurrent } from "../../rpc/current";
import { toProblem } from "../../rpc/problem";
import { Arch, Badge, ProblemFace, Skeleton } from "../../ui";
import { NoCommunity } from "./no-community";

const Wishes = part(() => import("./requests/wishes"));

const shown = 12;
const shapes = ["a", "b", "c", "d", "e", "f"];

/** Turbo without a community: the doors that one may open. */
export default function CommunityChoice({ onChoose }: { onChoose: (id: string) => void }) {
  const query = useCommunities();
  const { user } = useCurrent();
  const communities = query.data ?? [];
  // Administrators make communities themselves.
  const wishes =
    user.parlorRole === "admin" ? null : (
      <Suspense>
        <Wishes />
      </Suspense>
    );
  if (query.isError && !query.data) {
    return (
      <div className="turbo__face">
        <h1 className="visually-hidden">Which community?</h1>
        <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      </div>
    );
  }
  if (query.isSuccess && communities.length === 0) {
    return (
      <>
        <h1 className="visually-hidden">Which community?</h1>
        <NoCommunity>{wishes}</NoCommunity>
      </>
    );
  }
  return (
    <div className="screen-body choice-of-doors">
      <h1 className="screen-title">Which community?</h1>
      <p className="secondary">Its answers, its training and a phone to try them on.</p>
      <ul className="doors">
        {query.isPending
          ? shapes.map((shape) => (
              <li key={shape} className="door panel">
                <Skeleton high="36px" />
              </li>
            ))
          : communities.slice(0, shown).map(({ id, label, units, isTraining }) => (
              <li key={id}>
                <button type="button" className="door panel" onClick={() => onChoose(id)}>
                  <Arch name={label} />
                  <span className="door__name">
                    <span className="strong truncate">{label}</span>
                    <span className="caption">
                      {units > 0 ? `${units} units` : "Units not known"}
                    </span>
                  </span>
                  {isTraining ? <Badge tone="accent">Training</Badge> : null}
                </button>
              </li>
            ))}
      </ul>
      {communities.length > shown ? (
        <p className="caption">
          {communities.length - shown} more in the list at the top of the screen.
        </p>
      ) : null}
      {wishes}
    </div>
  );
}
