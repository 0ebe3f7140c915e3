// Community requests, which administrators accept or decline.

import { useState } from "react";
import { toListing } from "../../../api/listing";
import { toProblem } from "../../../api/problem";
import { contactLabels } from "../../../entities/community/contact-labels";
import { toastError } from "../../../forms/toast-error";
import { type CommunityRequest, CommunityRequestState } from "../../../gen/parlor/v1/community_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Badge, Button, CommunityAvatar, EmptyState, toast } from "../../../ui";
import { type Column, DataTable, ReasonDialog } from "../../../ui/table";
import { formatTimestampDay, sharedLabels } from "../labels";
import { sectionLabels } from "../section-labels";
import { type useCommunityRequests, useDecideRequest } from "./queries";
import { requestLabels, requestStates } from "./request-labels";

function RequestState({ request }: { request: CommunityRequest }) {
  const state = requestStates[request.state];
  return (
    <span className="stack stack--tight">
      <span>
        <Badge tone={state?.tone ?? "outline"}>{state?.label ?? sharedLabels.unknown}</Badge>
      </span>
      {request.reason ? (
        <span className="caption">“{showDirectionMarks(request.reason)}”</span>
      ) : null}
    </span>
  );
}

type RequestActionsProps = {
  request: CommunityRequest;
  onCreate: (request: CommunityRequest) => void;
  onDecline: (request: CommunityRequest) => void;
};

function RequestActions({ request, onCreate, onDecline }: RequestActionsProps) {
  const deciding = useDecideRequest();
  const { id, communityName: name, state } = request;
  if (state === CommunityRequestState.APPROVED) {
    return (
      <Button
        size="small"
        aria-label={requestLabels.createCommunity(name)}
        onPress={() => onCreate(request)}
      >
        {requestLabels.create}
      </Button>
    );
  }
  if (state !== CommunityRequestState.SUBMITTED) return null;
  const accept = () =>
    deciding.mutate(
      { id, approve: true },
      { onError: toastError, onSuccess: () => onCreate(request) },
    );
  return (
    <span className="row row--end">
      <Button
        size="small"
        variant="quiet"
        aria-label={requestLabels.declineCommunity(name)}
        onPress={() => onDecline(request)}
      >
        {requestLabels.decline}
      </Button>
      <Button
        size="small"
        icon="check"
        pending={deciding.isPending}
        aria-label={requestLabels.acceptCommunity(name)}
        onPress={accept}
      >
        {requestLabels.accept}
      </Button>
    </span>
  );
}

function columns(actions: Omit<RequestActionsProps, "request">): Column<CommunityRequest>[] {
  return [
    {
      id: "name",
      title: sharedLabels.community,
      cell: ({ communityName }) => (
        <span className="row">
          <CommunityAvatar name={communityName} size="small" />
          <span className="strong">{communityName}</span>
        </span>
      ),
    },
    { id: "who", title: requestLabels.requestedBy, cell: ({ requestedBy }) => requestedBy },
    {
      id: "when",
      title: requestLabels.requestedOn,
      cell: ({ requestedAt }) => <span className="nowrap">{formatTimestampDay(requestedAt)}</span>,
    },
    {
      id: "mail",
      title: contactLabels.escalationsGoTo,
      cell: ({ escalationEmail }) => escalationEmail,
    },
    {
      id: "state",
      title: sharedLabels.status,
      cell: (request) => <RequestState request={request} />,
    },
    {
      id: "actions",
      title: sharedLabels.actions,
      actions: true,
      cell: (request) => <RequestActions {...actions} request={request} />,
    },
  ];
}

function DeclineDialog({ request, onClose }: { request: CommunityRequest; onClose: () => void }) {
  const deciding = useDecideRequest();
  return (
    <ReasonDialog
      title={requestLabels.declineTitle(request.communityName)}
      text={requestLabels.declineEffect(request.requestedBy)}
      act={requestLabels.confirmDecline}
      least={3}
      pending={deciding.isPending}
      problem={deciding.error ? toProblem(deciding.error) : undefined}
      onClose={onClose}
      onAct={(reason) =>
        deciding.mutate(
          { id: request.id, approve: false, reason },
          {
            onSuccess: () => {
              toast.info(requestLabels.declined(request.communityName));
              onClose();
            },
          },
        )
      }
    />
  );
}

type Props = {
  query: ReturnType<typeof useCommunityRequests>;
  onCreate: (request: CommunityRequest) => void;
};

export function CommunityRequests({ query, onCreate }: Props) {
  const [declined, setDeclined] = useState<CommunityRequest>();
  return (
    <>
      <DataTable
        label={sectionLabels.requests}
        columns={columns({ onCreate, onDecline: setDeclined })}
        listing={toListing(query, (page) => page.requests)}
        rowId={({ id }) => id}
        empty={<EmptyState title={requestLabels.noRequests} text={requestLabels.noRequestsHint} />}
      />
      {declined ? (
        <DeclineDialog request={declined} onClose={() => setDeclined(undefined)} />
      ) : null}
    </>
  );
}
