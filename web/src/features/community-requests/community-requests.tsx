// Community requests of a manager, which an administrator reviews.

import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toProblem } from "../../api/problem";
import { toastError } from "../../forms/toast-error";
import { CommunityAdminService } from "../../gen/parlor/v1/community_admin_service_pb";
import { type CommunityRequest, CommunityRequestState } from "../../gen/parlor/v1/community_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Badge, Button, CommunityAvatar, toast } from "../../ui";
import { labels } from "./labels";
import { RequestCommunityDialog } from "./request-dialog";

const methods = CommunityAdminService.method;

const stateLabels = labels.states;

type OpenState = keyof typeof stateLabels;

/** Returns whether a request is listed. Fulfilled and withdrawn requests are not. */
function isOpenState(state: CommunityRequestState): state is OpenState {
  return state in stateLabels;
}

function RequestItem({ request, onWithdraw, busy }: RequestItemProps) {
  const { communityName: name, state, reason } = request;
  if (!isOpenState(state)) return null;
  return (
    <li className="row community-request">
      <CommunityAvatar name={name} size="small" />
      <span className="row__grow stack stack--tight">
        <span className="strong">{showDirectionMarks(name)}</span>
        {reason ? <span className="caption">“{showDirectionMarks(reason)}”</span> : null}
      </span>
      <Badge tone={state === CommunityRequestState.REJECTED ? "outline" : "info"}>
        {stateLabels[state]}
      </Badge>
      {state === CommunityRequestState.SUBMITTED ? (
        <Button
          size="small"
          variant="quiet"
          pending={busy}
          aria-label={labels.cancelRequestFor(name)}
          onPress={onWithdraw}
        >
          {labels.cancelRequest}
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
        onSuccess: () => toast.info(labels.canceled(communityName)),
        onError: toastError,
      },
    );
  const requests = (query.data?.requests ?? []).filter(({ state }) => isOpenState(state));
  return (
    <section className="stack" aria-label={labels.list}>
      <div className="row row--wrap">
        <span className="secondary">{labels.missing}</span>
        <Button size="small" icon="plus" onPress={() => setRequesting(true)}>
          {labels.request}
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
          {labels.loadFailed} {toProblem(query.error).title}{" "}
          <Button variant="link" size="small" onPress={() => void query.refetch()}>
            {labels.tryAgain}
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
