// Wishes for communities: to decide on, and what became of them.

import { useState } from "react";
import { toListing } from "../../../api/listing";
import { toProblem } from "../../../api/problem";
import { toastError } from "../../../forms/toast-error";
import { type CommunityRequest, CommunityRequestState } from "../../../gen/parlor/v1/community_pb";
import { Badge, Button, CommunityAvatar, EmptyState, toast } from "../../../ui";
import { type Column, DataTable, ReasonDialog } from "../../../ui/table";
import { formatTimestampDay } from "../labels";
import { type useCommunityRequests, useDecideRequest } from "./queries";

const requestStates: Partial<
  Record<CommunityRequestState, { words: string; tone: "info" | "warning" | "success" | "outline" }>
> = {
  [CommunityRequestState.SUBMITTED]: { words: "Requested", tone: "info" },
  [CommunityRequestState.APPROVED]: { words: "To be created", tone: "warning" },
  [CommunityRequestState.ACTIVE]: { words: "Active", tone: "success" },
  [CommunityRequestState.REJECTED]: { words: "Declined", tone: "outline" },
  [CommunityRequestState.WITHDRAWN]: { words: "Canceled", tone: "outline" },
};

function RequestState({ wish }: { wish: CommunityRequest }) {
  const state = requestStates[wish.state];
  return (
    <span className="stack stack--tight">
      <span>
        <Badge tone={state?.tone ?? "outline"}>{state?.words ?? "Not known"}</Badge>
      </span>
      {wish.reason ? <span className="caption">“{wish.reason}”</span> : null}
    </span>
  );
}

type RequestActionsProps = {
  wish: CommunityRequest;
  onCreate: (wish: CommunityRequest) => void;
  onDecline: (wish: CommunityRequest) => void;
};

function RequestActions({ wish, onCreate, onDecline }: RequestActionsProps) {
  const deciding = useDecideRequest();
  const { id, communityName: name, state } = wish;
  if (state === CommunityRequestState.APPROVED) {
    return (
      <Button size="small" aria-label={`Create ${name}`} onPress={() => onCreate(wish)}>
        Create it
      </Button>
    );
  }
  if (state !== CommunityRequestState.SUBMITTED) return null;
  const accept = () =>
    deciding.mutate(
      { id, approve: true },
      { onError: toastError, onSuccess: () => onCreate(wish) },
    );
  return (
    <span className="row row--end">
      <Button
        size="small"
        variant="quiet"
        aria-label={`Decline ${name}`}
        onPress={() => onDecline(wish)}
      >
        Decline…
      </Button>
      <Button
        size="small"
        icon="check"
        pending={deciding.isPending}
        aria-label={`Accept ${name}`}
        onPress={accept}
      >
        Accept
      </Button>
    </span>
  );
}

function columns(actions: Omit<RequestActionsProps, "wish">): Column<CommunityRequest>[] {
  return [
    {
      id: "name",
      title: "Community",
      cell: ({ communityName }) => (
        <span className="row">
          <CommunityAvatar name={communityName} size="small" />
          <span className="strong">{communityName}</span>
        </span>
      ),
    },
    { id: "who", title: "Requested by", cell: ({ requestedBy }) => requestedBy },
    {
      id: "when",
      title: "On",
      cell: ({ requestedAt }) => <span className="nowrap">{formatTimestampDay(requestedAt)}</span>,
    },
    { id: "mail", title: "Escalations go to", cell: ({ escalationEmail }) => escalationEmail },
    { id: "state", title: "Status", cell: (wish) => <RequestState wish={wish} /> },
    {
      id: "actions",
      title: "Actions",
      actions: true,
      cell: (wish) => <RequestActions {...actions} wish={wish} />,
    },
  ];
}

function DeclineDialog({ wish, onClose }: { wish: CommunityRequest; onClose: () => void }) {
  const deciding = useDecideRequest();
  return (
    <ReasonDialog
      title={`Decline ${wish.communityName}?`}
      text={`${wish.requestedBy} sees the reason and can request again.`}
      act="Decline"
      least={3}
      pending={deciding.isPending}
      problem={deciding.error ? toProblem(deciding.error) : undefined}
      onClose={onClose}
      onAct={(reason) =>
        deciding.mutate(
          { id: wish.id, approve: false, reason },
          {
            onSuccess: () => {
              toast.info(`Declined ${wish.communityName}.`);
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
  onCreate: (wish: CommunityRequest) => void;
};

export function CommunityRequests({ query, onCreate }: Props) {
  const [declined, setDeclined] = useState<CommunityRequest>();
  return (
    <>
      <DataTable
        label="Requests"
        columns={columns({ onCreate, onDecline: setDeclined })}
        listing={toListing(query, (page) => page.requests)}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            title="No community requests"
            text="Managers request communities in the community picker. You review them here."
          />
        }
      />
      {declined ? <DeclineDialog wish={declined} onClose={() => setDeclined(undefined)} /> : null}
    </>
  );
}
