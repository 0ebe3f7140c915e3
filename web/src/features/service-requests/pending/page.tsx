import { useState } from "react";
import { useServiceRequestCounts } from "../../../entities/service-request/queries";
import { useShortcuts } from "../../../entities/shortcut/use-shortcuts";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import {
  type ServiceRequest,
  ServiceRequestAction,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { useMedia } from "../../../lib/use-media";
import { SegmentedControl } from "../../../ui";
import { ScreenNav } from "../screen-nav";
import { BulkApprove } from "./bulk-approve";
import { Detail } from "./detail";
import { labels, tabs } from "./labels";
import { Queue } from "./queue";
import { useQueue } from "./use-queue";
import { useSelection } from "./use-selection";
import "./pending.css";

const { PENDING, NEEDS_INFO } = ServiceRequestState;

/** Requests that wait for a decision, oldest first. */
export default function PendingPage() {
  const narrow = useMedia("(max-width: 760px)");
  const queue = useQueue(narrow);
  const { urlState, setUrlState, shown, current } = queue;
  const { waiting, community } = urlState;
  const counts = useServiceRequestCounts(community).data?.counts;
  const countOf = (of: ServiceRequestState) =>
    counts ? { count: counts.find((one) => one.state === of)?.count ?? 0 } : {};
  const selection = useSelection(waiting ? [] : shown);
  const [approving, setApproving] = useState<readonly ServiceRequest[]>();
  useShortcuts("pendingRequests", {
    j: () => queue.walk(1),
    k: () => queue.walk(-1),
    x: () => selection.set(current, !selection.has(current)),
    a: () => queue.decide(ServiceRequestAction.APPROVE),
    i: () => queue.decide(ServiceRequestAction.REQUEST_INFO),
    d: () => queue.decide(ServiceRequestAction.DECLINE),
  });
  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <ScreenNav current={Screen.SERVICE_REQUEST_PENDING} />
        <span className="screen-head__grow" />
        <SegmentedControl
          label={labels.show}
          value={waiting ? "waiting" : "pending"}
          onChange={(tab) => setUrlState({ waiting: tab === "waiting", id: "" })}
          options={[
            { value: "pending", label: tabs.pending, ...countOf(PENDING) },
            { value: "waiting", label: tabs.waiting, ...countOf(NEEDS_INFO) },
          ]}
        />
      </div>
      <div className="desk" data-view={urlState.id ? "detail" : "list"}>
        <Queue
          requests={shown}
          current={current}
          urlState={urlState}
          listing={queue.listing}
          selection={selection}
          onCommunity={(id) => setUrlState({ community: id, id: "" })}
          onApprove={() => setApproving(selection.selected)}
        />
        <Detail
          id={current}
          listed={queue.listed}
          decision={queue.decision}
          onDecision={queue.setDecision}
          onDone={(request) => queue.leave([request])}
          onBack={() => setUrlState({ id: "" })}
        />
      </div>
      {approving ? (
        <BulkApprove
          requests={approving}
          onClose={() => setApproving(undefined)}
          onApproved={(requests) => {
            queue.leave(requests);
            selection.clear();
          }}
        />
      ) : null}
    </>
  );
}
