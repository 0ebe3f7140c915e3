// Community requests of a manager, which an administrator reviews.

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

/** Returns whether a request is listed. Fulfilled and withdrawn requests are not. */
function isOpenState(state: CommunityRequestState): state is OpenState {
  return state in stateLabels;
}

function RequestItem({ request, onWithdraw, busy }: RequestItemProps) {
  const { communityName: name, state, reason } = request;
  if (!isOpenState(state)) return null;
  return (
    <li className="row request">
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
          aria-label={`Cancel request for ${name}`}
          onPress={onWithdraw}
        >
          Cancel request
        </Button>
      ) : null}
    </li>
  );
}

type RequestItemProps = { request: CommunityRequest; onWithdraw: () => void; busy: boolean };

export default function CommunityRequests() {
  const client = useQueryClient();
  const [requesting, setRequesting] = useState(false);
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
        onSuccess: () => toast.info(`Canceled the request for ${communityName}.`),
        onError: toastError,
      },
    );
  const requests = (query.data?.requests ?? []).filter(({ state }) => isOpenState(state));
  return (
    <section className="stack requests" aria-label="Your community requests">
      <div className="row row--wrap">
        <span className="secondary">Missing a community?</span>
        <Button size="small" icon="plus" onPress={() => setRequesting(true)}>
          Request a community
        </Button>
      </div>
      {requests.length > 0 ? (
        <ul className="panel requests__list">
          {requests.map((request) => (
            <RequestItem
              key={request.id}
              request={request}
              busy={withdrawing.isPending && withdrawing.variables?.id === request.id}
              onWithdraw={() => withdraw(request)}
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
      {requesting ? (
        <RequestCommunityDialog
          onClose={() => setRequesting(false)}
          onSent={() => {
            setRequesting(false);
            void refresh();
          }}
        />
      ) : null}
    </section>
  );
}
