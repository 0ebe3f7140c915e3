import { useState } from "react";
import { toastError } from "../../../forms/toast-error";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { Software } from "../../../gen/parlor/v1/software_pb";
import {
  type SoftwareRequest,
  SoftwareRequestState as State,
} from "../../../gen/parlor/v1/software_request_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { useNow } from "../../../lib/use-now";
import { Button } from "../../../ui";
import { timeLabel } from "./labels";
import { RailPart } from "./rail-part";
import { mayBeInFormerSoftware, SendToNewSoftware } from "./send-to-new-software";
import { softwareLabels, toSoftwareName } from "./software-labels";
import { useSendSoftwareRequest, useSoftwareRequest } from "./software-queries";

function stateLabel({ software, state, number, isDisconnected }: SoftwareRequest): string {
  const name = toSoftwareName(software);
  switch (state) {
    case State.SENT:
      return softwareLabels.sent(name, number);
    case State.FAILED:
      return softwareLabels.notSent(name);
    case State.UNCONFIRMED:
      return isDisconnected ? softwareLabels.unknown(name) : softwareLabels.unconfirmed(name);
    default:
      return softwareLabels.sending(name);
  }
}

/** What became of a request in the software. */
function Sent({ sent }: { sent: SoftwareRequest }) {
  const now = useNow();
  const { software, status, isClosed, sentBy, sentAt, checkedAt } = sent;
  const problem = mayBeInFormerSoftware(sent)
    ? softwareLabels.disconnected(toSoftwareName(software))
    : sent.problem;
  const checked = timeLabel(checkedAt, now);
  const facts = [
    status ? softwareLabels.status(status) : "",
    isClosed ? softwareLabels.closed : "",
    checked ? softwareLabels.checked(checked) : "",
  ].filter(Boolean);
  return (
    <div className="stack stack--tight">
      <p className="strong">{stateLabel(sent)}</p>
      {facts.length > 0 ? (
        <p className="small secondary">{showDirectionMarks(facts.join(" · "))}</p>
      ) : null}
      {problem ? <p className="small">{showDirectionMarks(problem)}</p> : null}
      <p className="caption">{softwareLabels.sentBy(sentBy, timeLabel(sentAt, now))}</p>
    </div>
  );
}

/** The request in the company's association software, with a button to send it there. */
export function SoftwarePart({ request }: { request: ServiceRequest }) {
  const { data, isError } = useSoftwareRequest(request.id);
  const sending = useSendSoftwareRequest();
  const [isWarning, setIsWarning] = useState(false);
  if (!data) {
    return isError ? (
      <RailPart title={softwareLabels.title}>
        <p className="caption">{softwareLabels.failed}</p>
      </RailPart>
    ) : null;
  }
  const { software, refusal, softwareRequest: sent } = data;
  const isConnected = software !== Software.UNSPECIFIED;
  if (!isConnected && !sent) return null;
  const name = toSoftwareName(software);
  const needsWarning = !!sent && mayBeInFormerSoftware(sent);
  const isOffered = isConnected && (!sent || sent.state === State.FAILED || needsWarning);
  const send = () => {
    setIsWarning(false);
    const input = { id: request.id, isDuplicateAccepted: needsWarning };
    sending.mutate(input, { onError: toastError });
  };
  return (
    <RailPart
      title={softwareLabels.title}
      action={
        isOffered && !refusal ? (
          <Button
            variant="link"
            size="small"
            pending={sending.isPending}
            onPress={needsWarning ? () => setIsWarning(true) : send}
          >
            {sent?.software === software ? softwareLabels.sendAgain : softwareLabels.send(name)}
          </Button>
        ) : undefined
      }
    >
      {sent ? <Sent sent={sent} /> : null}
      {isOffered && (refusal || !sent) ? (
        <p className="caption">{refusal || softwareLabels.none(name)}</p>
      ) : null}
      {isWarning && needsWarning ? (
        <SendToNewSoftware
          sent={sent}
          software={software}
          onSend={send}
          onClose={() => setIsWarning(false)}
        />
      ) : null}
    </RailPart>
  );
}
