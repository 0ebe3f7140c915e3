// Wishes for communities: to decide on, and what became of them.

import { useState } from "react";
import { tell } from "../../../forms/tell";
import { type CommunityRequest, CommunityRequestState } from "../../../gen/parlor/v1/community_pb";
import { listingOf } from "../../../rpc/listing";
import { toProblem } from "../../../rpc/problem";
import { Arch, Badge, Button, EmptyFace, toast } from "../../../ui";
import { type Column, DataTable, ReasonDialog } from "../../../ui/table";
import { dayWords } from "../words";
import { useDecide, type useWishes } from "./queries";

const states: Partial<
  Record<CommunityRequestState, { words: string; tone: "info" | "warning" | "success" | "outline" }>
> = {
  [CommunityRequestState.SUBMITTED]: { words: "Requested", tone: "info" },
  [CommunityRequestState.APPROVED]: { words: "To be created", tone: "warning" },
  [CommunityRequestState.ACTIVE]: { words: "Active", tone: "success" },
  [CommunityRequestState.REJECTED]: { words: "Declined", tone: "outline" },
  [CommunityRequestState.WITHDRAWN]: { words: "Taken back", tone: "outline" },
};

function State({ wish }: { wish: CommunityRequest }) {
  const state = states[wish.state];
  return (
    <span className="stack stack--tight">
      <span>
        <Badge tone={state?.tone ?? "outline"}>{state?.words ?? "Not known"}</Badge>
      </span>
      {wish.reason ? <span className="caption">“{wish.reason}”</span> : null}
    </span>
  );
}

type ActsProps = {
  wish: CommunityRequest;
  onCreate: (wish: CommunityRequest) => void;
  onDecline: (wish: CommunityRequest) => void;
};

function Acts({ wish, onCreate, onDecline }: ActsProps) {
  const deciding = useDecide();
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
    deciding.mutate({ id, approve: true }, { onError: tell, onSuccess: () => onCreate(wish) });
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

function columns(acts: Omit<ActsProps, "wish">): Column<CommunityRequest>[] {
  return [
    {
      id: "name",
      title: "Community",
      cell: ({ communityName }) => (
        <span className="row">
          <Arch name={communityName} size="small" />
          <span className="strong">{communityName}</span>
        </span>
      ),
    },
    { id: "who", title: "Requested by", cell: ({ requestedBy }) => requestedBy },
    {
      id: "when",
      title: "On",
      cell: ({ requestedAt }) => <span className="nowrap">{dayWords(requestedAt)}</span>,
    },
    { id: "mail", title: "Escalations go to", cell: ({ escalationEmail }) => escalationEmail },
    { id: "state", title: "Status", cell: (wish) => <State wish={wish} /> },
    { id: "acts", title: "Actions", acts: true, cell: (wish) => <Acts {...acts} wish={wish} /> },
  ];
}

function Decline({ wish, onClose }: { wish: CommunityRequest; onClose: () => void }) {
  const deciding = useDecide();
  return (
    <ReasonDialog
      title={`Decline ${wish.communityName}?`}
      text={`${wish.requestedBy} reads the reason. They may ask again.`}
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
  query: ReturnType<typeof useWishes>;
  onCreate: (wish: CommunityRequest) => void;
};

export function Requests({ query, onCreate }: Props) {
  const [declined, setDeclined] = useState<CommunityRequest>();
  return (
    <>
      <DataTable
        label="Requests"
        columns={columns({ onCreate, onDecline: setDeclined })}
        listing={listingOf(query, (page) => page.requests)}
        rowId={({ id }) => id}
        empty={
          <EmptyFace
            title="Nobody asked for a community"
            text="Managers ask for one where they choose a community; you decide here."
          />
        }
      />
      {declined ? <Decline wish={declined} onClose={() => setDeclined(undefined)} /> : null}
    </>
  );
}
