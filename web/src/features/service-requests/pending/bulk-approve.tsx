import { useState } from "react";
import { type Problem, toProblem } from "../../../api/problem";
import { useApproveServiceRequests } from "../../../entities/service-request/queries";
import { RequestLink } from "../../../entities/service-request/request-link";
import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Badge, Button, Dialog, DialogActions } from "../../../ui";
import { ProblemNotice } from "../step/problem-notice";
import { TextPreview } from "../step/text-preview";
import { bulkLabels, requestsLabel, resultLabel } from "./labels";

type Props = {
  /** The requests as they were when the dialog opened. */
  requests: readonly ServiceRequest[];
  onClose: () => void;
  /** Called with the requests that were approved. */
  onApproved: (requests: readonly ServiceRequest[]) => void;
};

/** Approves several requests: shows the text to each resident first, then each result. */
export function BulkApprove({ requests, onClose, onApproved }: Props) {
  const approving = useApproveServiceRequests();
  const [refused, setRefused] = useState<ReadonlySet<string>>();
  const [problem, setProblem] = useState<Problem>();

  async function approve() {
    setProblem(undefined);
    const ids = requests.map(({ id }) => id);
    try {
      const { skippedIds } = await approving.mutateAsync({ ids });
      const skipped = new Set(skippedIds);
      setRefused(skipped);
      onApproved(requests.filter(({ id }) => !skipped.has(id)));
    } catch (error) {
      setProblem(toProblem(error));
    }
  }

  if (refused) {
    return (
      <Dialog
        open
        title={resultLabel(requests.length - refused.size, refused.size)}
        onClose={onClose}
        foot={
          <Button variant="primary" onPress={onClose} autoFocus>
            {bulkLabels.done}
          </Button>
        }
      >
        <ul className="bulk" aria-label={bulkLabels.results}>
          {requests.map((request) => (
            <BulkResult key={request.id} request={request} isRefused={refused.has(request.id)} />
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      staysOpen
      title={bulkLabels.title(requestsLabel(requests.length))}
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} pending={approving.isPending} onPress={approve} autoFocus>
          {bulkLabels.title(requestsLabel(requests.length))}
        </DialogActions>
      }
    >
      <ProblemNotice problem={problem} />
      <ul className="bulk" aria-label={bulkLabels.requests}>
        {requests.map((request) => (
          <li key={request.id} className="stack stack--tight">
            <p className="step-request">
              {request.number} {showDirectionMarks(request.title)}
            </p>
            <TextPreview request={request} action={ServiceRequestAction.APPROVE} note="" />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function BulkResult({ request, isRefused }: { request: ServiceRequest; isRefused: boolean }) {
  return (
    <li className="row row--between">
      <span className="row__grow stack stack--tight">
        <RequestLink request={request} />
        {isRefused ? <span className="caption">{bulkLabels.refused}</span> : null}
      </span>
      {isRefused ? (
        <Badge tone="danger" icon="warning">
          {bulkLabels.notApproved}
        </Badge>
      ) : (
        <Badge tone="success" icon="check">
          {bulkLabels.approved}
        </Badge>
      )}
    </li>
  );
}
