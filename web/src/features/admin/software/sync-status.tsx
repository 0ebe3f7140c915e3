// What the last sync with the connected software did, or is doing.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { CSSProperties } from "react";
import {
  type CommunitySyncProblem,
  type SoftwareSync,
  SoftwareSyncState,
} from "../../../gen/parlor/v1/software_connection_pb";
import { formatDateTime } from "../../../lib/format-date";
import { Facts, Icon } from "../../../ui";
import { connectionLabels as labels } from "./connection-labels";

function Progress({ done, total }: { done: number; total: number }) {
  const share = `${total > 0 ? Math.round((100 * done) / total) : 0}%`;
  return (
    <div className="stack" role="status">
      <p className="small secondary">{labels.syncingAccounts(done, total)}</p>
      <span className="meter" aria-hidden="true">
        <span className="meter__fill" style={{ "--share": share } as CSSProperties} />
      </span>
    </div>
  );
}

function Failure({ words }: { words: string }) {
  return (
    <p className="notice notice--danger" role="alert">
      <Icon name="warning" />
      <span>{words}</span>
    </p>
  );
}

function CommunityProblem({ of }: { of: CommunitySyncProblem }) {
  const { community, problem, rejected, rejectedCount } = of;
  return (
    <li>
      {problem
        ? labels.communityProblem(community, problem)
        : labels.communitySkipped(community, rejectedCount)}
      {rejected.length > 0 ? (
        <ul className="sync__names secondary">
          {rejected.map(({ number, reason }) => (
            <li key={number}>{labels.rejectedAccount(number, reason)}</li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Counts({ of }: { of: SoftwareSync }) {
  return (
    <Facts
      className="table-card__facts"
      facts={[
        [labels.added, of.accountsAdded],
        [labels.changed, of.accountsChanged],
        [labels.removed, of.accountsRemoved],
        [labels.unchanged, of.accountsUnchanged],
        [labels.skipped, of.accountsRejected],
      ]}
    />
  );
}

function Outcome({ of }: { of: SoftwareSync }) {
  const failed = of.state === SoftwareSyncState.FAILED;
  const ended = of.finishedAt ? timestampDate(of.finishedAt) : undefined;
  if (failed && of.problem) return <Failure words={labels.failed(of.problem)} />;
  return (
    <>
      {failed ? <Failure words={labels.partlyFailed} /> : null}
      {ended ? (
        <p className="small secondary">{labels.lastSynced(formatDateTime(ended, new Date()))}</p>
      ) : null}
    </>
  );
}

export function SyncStatus({ of }: { of: SoftwareSync }) {
  const running = of.state === SoftwareSyncState.RUNNING;
  return (
    <div className="stack stack--loose">
      {running ? (
        <Progress done={of.communitiesDone} total={of.communities} />
      ) : (
        <Outcome of={of} />
      )}
      {of.communities > 0 ? <Counts of={of} /> : null}
      {of.problems.length > 0 ? (
        <section aria-label={labels.problems}>
          <h3 className="group-title">{labels.problems}</h3>
          <ul className="sync__names">
            {of.problems.map((problem) => (
              <CommunityProblem key={problem.communityId} of={problem} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
