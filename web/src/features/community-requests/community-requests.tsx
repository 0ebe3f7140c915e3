// A manager's wishes for communities: asked for here, decided by an administrator.

import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toProblem } from "../../api/problem";
import { toastError } from "../../forms/toast-error";
import { CommunityAdminService } from "../../gen/parlor/v1/community_admin_service_pb";
import { type CommunityRequest, CommunityRequestState } from "../../gen/parlor/v1/community_pb";
import { Badge, Button, CommunityAvatar, toast } from "../../ui";
import { RequestCommunityDialog } from "./request-dialog";

const methods = CommunityAdminService.method;

const stateLabels = {
  [CommunityRequestState.SUBMITTED]: "Waiting for an administrator",
  [CommunityRequestState.APPROVED]: "Approved, being set up",
  [CommunityRequestState.REJECTED]: "Declined",
} as const;

type OpenState = keyof typeof stateLabels;

/** What became a community is among the communities; what was taken back is forgotten. */
function isOpenState(state: CommunityRequestState): state is OpenState {
  return state in stateLabels;
}

function RequestItem({ wish, onWithdraw, busy }: RequestItemProps) {
  const { communityName: name, state, reason } = wish;
  if (!isOpenState(state)) return null;
  return (
    <li className="row wish">
      <CommunityAvatar name={name} size="small" />
      <span className="row__grow stack stack--tight">
        <span className="strong">{name}</span>
        {reason ? <span className="caption">“{reason}”</span> : null}
      </span>
      <Badge tone={state === CommunityRequestState.REJECTED ? "outline" : "info"}>
        {stateLabels[state]}
      </Badge>
      {state === CommunityRequestState.SUBMITTED ? (
        <Button
          size="small"
          variant="quiet"
          pending={busy}
          aria-label={`Take back ${name}`}
          onPress={onWithdraw}
        >
          Take back
        </Button>
      ) : null}
    </li>
  );
}

type RequestItemProps = { wish: CommunityRequest; onWithdraw: () => void; busy: boolean };

export default function CommunityRequests() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const query = useQuery(methods.listCommunityRequests, {});
  const refresh = () =>
    client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: CommunityAdminService, cardinality: undefined }),
    });
  const withdrawing = useMutation(methods.withdrawCommunityRequest, { onSettled: refresh });
  const withdraw = ({ id, communityName }: CommunityRequest) =>
    withdrawing.mutate(
      { id },
      {
        onSuccess: () => toast.info(`You took ${communityName} back.`),
        onError: toastError,
      },
    );
  const wishes = (query.data?.requests ?? []).filter(({ state }) => isOpenState(state));
  return (
    <section className="stack wishes" aria-label="Your community requests">
      <div className="row row--wrap">
        <span className="secondary">Missing a community?</span>
        <Button size="small" icon="plus" onPress={() => setAsking(true)}>
          Request a community
        </Button>
      </div>
      {wishes.length > 0 ? (
        <ul className="panel wishes__list">
          {wishes.map((wish) => (
            <RequestItem
              key={wish.id}
              wish={wish}
              busy={withdrawing.isPending && withdrawing.variables?.id === wish.id}
              onWithdraw={() => withdraw(wish)}
            />
          ))}
        </ul>
      ) : null}
      {query.error ? (
        <p className="caption" role="alert">
          Couldn’t load your requests. {toProblem(query.error).title}{" "}
          <Button variant="link" size="small" onPress={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
      {asking ? (
        <RequestCommunityDialog
          onClose={() => setAsking(false)}
          onAsked={() => {
            setAsking(false);
            void refresh();
          }}
        />
      ) : null}
    </section>
  );
}
