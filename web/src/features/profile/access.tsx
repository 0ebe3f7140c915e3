// Who may act for one: one's own sessions, and the applications that were let in.

import type { DescMessage, DescMethodUnary } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { tell } from "../../forms/tell";
import { AccountService, type Session } from "../../gen/parlor/v1/account_service_pb";
import { type Grant, OAuthService } from "../../gen/parlor/v1/oauth_service_pb";
import { Badge, Button, toast } from "../../ui";
import { agentWords } from "./agents";
import { Loaded, Section } from "./section";

const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

function when(at: Timestamp | undefined): string {
  return at ? moment.format(timestampDate(at)) : "never";
}

/** Ends something; the list is read again, whatever came of it. */
function useEnding<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  list: DescMethodUnary,
  done: string,
) {
  const client = useQueryClient();
  return useMutation(method, {
    onSuccess: () => toast.success(done),
    onError: tell,
    onSettled: () =>
      client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: list, cardinality: "finite" }),
      }),
  });
}

const { listSessions, revokeSession, revokeOtherSessions } = AccountService.method;

export function Sessions() {
  const sessions = useQuery(listSessions, {});
  const others = useEnding(revokeOtherSessions, listSessions, "You are logged out elsewhere.");
  const some = sessions.data?.sessions.some((session) => !session.current) ?? false;
  return (
    <Section
      title="Sessions"
      aside={
        some ? (
          <Button
            variant="link"
            size="small"
            pending={others.isPending}
            onPress={() => others.mutate({})}
          >
            Log out everywhere else
          </Button>
        ) : null
      }
    >
      <Loaded of={sessions}>
        {(data) => (
          <ul className="profile__access">
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, userAgent, address, openedAt, usedAt, current } = session;
  const end = useEnding(revokeSession, listSessions, "That session has ended.");
  const name = agentWords(userAgent);
  return (
    <li>
      <div className="row__grow">
        <p className="label">{name}</p>
        <p className="caption">
          {address ? `From ${address}, ` : ""}since {when(openedAt)}; last used {when(usedAt)}
        </p>
      </div>
      {current ? (
        <Badge tone="accent">This one</Badge>
      ) : (
        <Button
          size="small"
          pending={end.isPending}
          aria-label={`End the session: ${name}, since ${when(openedAt)}`}
          onPress={() => end.mutate({ id })}
        >
          End
        </Button>
      )}
    </li>
  );
}

const { listGrants, revokeGrant } = OAuthService.method;

export function Applications() {
  const grants = useQuery(listGrants, {});
  return (
    <Section title="Applications">
      <Loaded of={grants}>
        {(data) =>
          data.grants.length > 0 ? (
            <ul className="profile__access">
              {data.grants.map((grant) => (
                <GrantRow key={grant.id} grant={grant} />
              ))}
            </ul>
          ) : (
            <p className="secondary">
              None acts for you. One that asks for access is listed here once you allow it.
            </p>
          )
        }
      </Loaded>
    </Section>
  );
}

function GrantRow({ grant }: { grant: Grant }) {
  const { id, clientName, scopes, grantedAt, usedAt } = grant;
  const end = useEnding(revokeGrant, listGrants, `${clientName} has no access any more.`);
  return (
    <li>
      <div className="row__grow">
        <p className="label">{clientName}</p>
        <p className="small">May {scopes.join(", ")}</p>
        <p className="caption">
          Since {when(grantedAt)}; last used {when(usedAt)}
        </p>
      </div>
      <Button
        size="small"
        pending={end.isPending}
        aria-label={`End the access of ${clientName}`}
        onPress={() => end.mutate({ id })}
      >
        End
      </Button>
    </li>
  );
}
