// A manager's wishes for communities: asked for here, decided by an administrator.

import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { tell } from "../../../forms/tell";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import { type CommunityRequest, CommunityRequestState } from "../../../gen/parlor/v1/community_pb";
import { toProblem } from "../../../rpc/problem";
import { Arch, Badge, Button, toast } from "../../../ui";
import { AskForCommunity } from "./ask";

const methods = CommunityAdminService.method;

const states = {
  [CommunityRequestState.SUBMITTED]: "Waits for an administrator",
  [CommunityRequestState.APPROVED]: "Agreed, and being made",
  [CommunityRequestState.REJECTED]: "Declined",
} as const;

type Open = keyof typeof states;

/** What became a community is among the communities; what was taken back is forgotten. */
function isOpen(state: CommunityRequestState): state is Open {
  return state in states;
}

function Wish({ wish, onWithdraw, busy }: WishProps) {
  const { communityName: name, state, reason } = wish;
  if (!isOpen(state)) return null;
  return (
    <li className="row wish">
      <Arch name={name} size="small" />
      <span className="row__grow stack stack--tight">
        <span className="strong">{name}</span>
        {reason ? <span className="caption">“{reason}”</span> : null}
      </span>
      <Badge tone={state === CommunityRequestState.REJECTED ? "outline" : "info"}>
        {states[state]}
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

type WishProps = { wish: CommunityRequest; onWithdraw: () => void; busy: boolean };

export default function Wishes() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const query = useQuery(methods.listCommunityRequests, {});
  const readAgain = () =>
    client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: CommunityAdminService, cardinality: undefined }),
    });
  const withdrawing = useMutation(methods.withdrawCommunityRequest, { onSettled: readAgain });
  const withdraw = ({ id, communityName }: CommunityRequest) =>
    withdrawing.mutate(
      { id },
      {
        onSuccess: () => toast.info(`You took ${communityName} back.`),
        onError: tell,
      },
    );
  const wishes = (query.data?.requests ?? []).filter(({ state }) => isOpen(state));
  return (
    <section className="stack wishes" aria-label="Communities you asked for">
      <div className="row row--wrap">
        <span className="secondary">Is one missing?</span>
        <Button size="small" icon="plus" onPress={() => setAsking(true)}>
          Ask for a community
        </Button>
      </div>
      {wishes.length > 0 ? (
        <ul className="panel wishes__list">
          {wishes.map((wish) => (
            <Wish
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
          What you asked for did not load. {toProblem(query.error).title}{" "}
          <Button variant="link" size="small" onPress={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
      {asking ? (
        <AskForCommunity
          onClose={() => setAsking(false)}
          onAsked={() => {
            setAsking(false);
            void readAgain();
          }}
        />
      ) : null}
    </section>
  );
}
