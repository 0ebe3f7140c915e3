// Sessions of the user and applications with access.

import type { DescMessage, DescMethodUnary } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { pagination, toLoadMore } from "../../api/listing";
import { toastError } from "../../forms/toast-error";
import { AccountService, type Session } from "../../gen/parlor/v1/account_service_pb";
import { type Grant, OAuthService } from "../../gen/parlor/v1/oauth_service_pb";
import { formatFullDateTime } from "../../lib/format-date";
import { Badge, Button, toast } from "../../ui";
import { labels } from "./labels";
import { LoadedSection, Section } from "./section";
import { userAgentLabel } from "./user-agent";

function formatMoment(at: Timestamp | undefined): string {
  return at ? formatFullDateTime(timestampDate(at)) : labels.never;
}

/** Revokes an item and refetches its list. */
function useRevoke<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  list: DescMethodUnary,
  done: string,
) {
  const client = useQueryClient();
  return useMutation(method, {
    onSuccess: () => toast.success(done),
    onError: toastError,
    onSettled: () =>
      client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: list, cardinality: undefined }),
      }),
  });
}

const { listSessions, revokeSession, revokeOtherSessions } = AccountService.method;

export function Sessions() {
  const sessions = useInfiniteQuery(listSessions, { pageToken: "" }, pagination);
  const others = useRevoke(revokeOtherSessions, listSessions, labels.loggedOutElsewhere);
  const rows = sessions.data?.pages.flatMap((page) => page.sessions) ?? [];
  const some = rows.some((session) => !session.current);
  const more = toLoadMore(sessions);
  return (
    <Section
      title={labels.sessions}
      aside={
        some ? (
          <Button
            variant="link"
            size="small"
            pending={others.isPending}
            onPress={() => others.mutate({})}
          >
            {labels.logOutElsewhere}
          </Button>
        ) : null
      }
    >
      <LoadedSection of={sessions}>
        {() => (
          <ul className="profile__access">
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </LoadedSection>
      {more ? (
        <div className="stack stack--tight">
          <Button size="small" pending={more.pending} onPress={more.onMore}>
            {labels.showMoreSessions}
          </Button>
          {more.failed ? <p className="caption">{more.failed}</p> : null}
        </div>
      ) : null}
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, userAgent, address, openedAt, usedAt, current } = session;
  const end = useRevoke(revokeSession, listSessions, labels.sessionEnded);
  const name = userAgentLabel(userAgent);
  return (
    <li>
      <div className="row__grow">
        <p className="label">{name}</p>
        <p className="caption">
          {labels.sessionDates(address, formatMoment(openedAt), formatMoment(usedAt))}
        </p>
      </div>
      {current ? (
        <Badge tone="accent">{labels.thisSession}</Badge>
      ) : (
        <Button
          size="small"
          pending={end.isPending}
          aria-label={labels.endSessionOf(name, formatMoment(openedAt))}
          onPress={() => end.mutate({ id })}
        >
          {labels.endSession}
        </Button>
      )}
    </li>
  );
}

const { listGrants, revokeGrant } = OAuthService.method;

export function Applications() {
  const grants = useQuery(listGrants, {});
  return (
    <Section title={labels.applications}>
      <LoadedSection of={grants}>
        {(data) =>
          data.grants.length > 0 ? (
            <ul className="profile__access">
              {data.grants.map((grant) => (
                <GrantRow key={grant.id} grant={grant} />
              ))}
            </ul>
          ) : (
            <p className="secondary">{labels.noApplications}</p>
          )
        }
      </LoadedSection>
    </Section>
  );
}

function GrantRow({ grant }: { grant: Grant }) {
  const { id, clientName, scopes, grantedAt, usedAt } = grant;
  const end = useRevoke(revokeGrant, listGrants, labels.accessRemoved(clientName));
  return (
    <li>
      <div className="row__grow">
        <p className="label">{clientName}</p>
        <p className="small">{labels.permissions(scopes.join(", "))}</p>
        <p className="caption">
          {labels.accessDates(formatMoment(grantedAt), formatMoment(usedAt))}
        </p>
      </div>
      <Button
        size="small"
        pending={end.isPending}
        aria-label={labels.removeAccessOf(clientName)}
        onPress={() => end.mutate({ id })}
      >
        {labels.removeAccess}
      </Button>
    </li>
  );
}
