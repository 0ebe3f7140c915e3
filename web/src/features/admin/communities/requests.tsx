// Community requests, which administrators accept or decline.

import { useState } from "react";
import { toListing } from "../../../api/listing";
import { toProblem } from "../../../api/problem";
import { toastError } from "../../../forms/toast-error";
import { type CommunityRequest, CommunityRequestState } from "../../../gen/parlor/v1/community_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Badge, Button, CommunityAvatar, EmptyState, toast } from "../../../ui";
import { type Column, DataTable, ReasonDialog } from "../../../ui/table";
import { formatTimestampDay } from "../labels";
import { labels } from "./labels";
import { type useCommunityRequests, useDecideRequest } from "./queries";

const requestStates: Partial<
  Record<CommunityRequestState, { label: string; tone: "info" | "warning" | "success" | "outline" }>
> = {
  [CommunityRequestState.SUBMITTED]: { label: labels.requested, tone: "info" },
  [CommunityRequestState.APPROVED]: { label: labels.notCreatedYet, tone: "warning" },
  [CommunityRequestState.ACTIVE]: { label: labels.active, tone: "success" },
  [CommunityRequestState.REJECTED]: { label: labels.declined, tone: "outline" },
  [CommunityRequestState.WITHDRAWN]: { label: labels.canceled, tone: "outline" },
};

function RequestState({ request }: { request: CommunityRequest }) {
  const state = requestStates[request.state];
  return (
    <span className="stack stack--tight">
      <span>
        <Badge tone={state?.tone ?? "outline"}>{state?.label ?? labels.unknown}</Badge>
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
      <Button size="small" aria-label={labels.create2(name)} onPress={() => onCreate(request)}>
        {labels.create}
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
        aria-label={labels.decline2(name)}
        onPress={() => onDecline(request)}
      >
        {labels.decline}
      </Button>
      <Button
        size="small"
        icon="check"
        pending={deciding.isPending}
        aria-label={labels.accept2(name)}
        onPress={accept}
      >
        {labels.accept}
      </Button>
    </span>
  );
}

function columns(actions: Omit<RequestActionsProps, "request">): Column<CommunityRequest>[] {
  return [
    {
      id: "name",
      title: labels.community,
      cell: ({ communityName }) => (
        <span className="row">
          <CommunityAvatar name={communityName} size="small" />
          <span className="strong">{communityName}</span>
        </span>
      ),
    },
    { id: "who", title: labels.requestedByTitle, cell: ({ requestedBy }) => requestedBy },
    {
      id: "when",
      title: labels.requestedOn,
      cell: ({ requestedAt }) => <span className="nowrap">{formatTimestampDay(requestedAt)}</span>,
    },
    { id: "mail", title: labels.escalationsGoTo, cell: ({ escalationEmail }) => escalationEmail },
    { id: "state", title: labels.status, cell: (request) => <RequestState request={request} /> },
    {
      id: "actions",
      title: labels.actions,
      actions: true,
      cell: (request) => <RequestActions {...actions} request={request} />,
    },
  ];
}

function DeclineDialog({ request, onClose }: { request: CommunityRequest; onClose: () => void }) {
  const deciding = useDecideRequest();
  return (
    <ReasonDialog
      title={labels.declineTitle(request.communityName)}
      text={labels.seesReasonCanSendAnother(request.requestedBy)}
      act={labels.declineRequest}
      least={3}
      pending={deciding.isPending}
      problem={deciding.error ? toProblem(deciding.error) : undefined}
      onClose={onClose}
      onAct={(reason) =>
        deciding.mutate(
          { id: request.id, approve: false, reason },
          {
            onSuccess: () => {
              toast.info(labels.declined2(request.communityName));
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
        label={labels.requests}
        columns={columns({ onCreate, onDecline: setDeclined })}
        listing={toListing(query, (page) => page.requests)}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            title={labels.noCommunityRequests}
            text={labels.requestsManagersAppearHereReview}
          />
        }
      />
      {declined ? (
        <DeclineDialog request={declined} onClose={() => setDeclined(undefined)} />
      ) : null}
    </>
  );
}
