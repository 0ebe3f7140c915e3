// Loads the signed-in user and their company, and follows live events.

import { create } from "@bufbuild/protobuf";
import { useQuery, useTransport } from "@connectrpc/connect-query";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { Outlet } from "react-router";
import { createQueryClient } from "../api/query-client";
import { onResultLost } from "../api/result-lost";
import { endSession } from "../api/session-token";
import { toUserState } from "../entities/session/dashboard-state";
import { canOpen } from "../entities/session/screen-access";
import { type Session, SessionContext } from "../entities/session/session";
import { useCompany } from "../entities/session/use-company";
import { CompanySchema } from "../gen/parlor/v1/company_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { toast } from "../ui";
import { FrameSkeleton } from "./frame/frame-skeleton";
import { sessionLabels } from "./session-labels";

const emptyCompany = create(CompanySchema, { label: sessionLabels.parlor });

function useLoadedSession(): Session | undefined {
  const person = useQuery(
    SessionService.method.getCurrentUser,
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const { user, entitlements } = person.data ?? {};
  const { company, loaded, failed } = useCompany(entitlements?.actingCompanyId || user?.companyId);
  // A session that was loaded stays; the transport ends it if the server no longer accepts it.
  const broken = person.isLoadingError || failed;
  // The session is shared by all tabs and external to React.
  useEffect(() => {
    if (broken) endSession("lost");
  }, [broken]);

  return useMemo(() => {
    if (!user || !entitlements || !loaded) return undefined;
    return {
      user,
      company: company ?? emptyCompany,
      entitlements,
      state: toUserState(user, company),
      roleLabel: user.parlorRole === "admin" ? sessionLabels.administrator : sessionLabels.manager,
      may: (screen) => canOpen(screen, entitlements),
    };
  }, [user, entitlements, company, loaded]);
}

/** Follows the events of the company in which the user works. The server notices a switch. */
function EventSubscription() {
  const transport = useTransport();
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    // Loads beside the session, so that the stream has begun when the screen loads its data. What
    // was loaded before is loaded again.
    void import("./session-events")
      .then(({ followSessionEvents }) => followSessionEvents(transport, client, stop.signal))
      .catch(() => undefined);
    return () => stop.abort();
  }, [transport, client]);
  return null;
}

/** Shows the latest state after a request that was carried out but whose response was lost. */
function LostResults() {
  const client = useQueryClient();
  useEffect(
    () =>
      onResultLost(() => {
        toast.success({
          id: "result lost",
          title: sessionLabels.resultLost,
          text: sessionLabels.resultLostHint,
        });
        void client.invalidateQueries();
      }),
    [client],
  );
  return null;
}

function LoadedSession() {
  const current = useLoadedSession();
  return (
    <>
      <EventSubscription />
      <LostResults />
      {current ? (
        <SessionContext value={current}>
          <Outlet />
        </SessionContext>
      ) : (
        <FrameSkeleton />
      )}
    </>
  );
}

/** Each session has its own query cache, so that the next user doesn't see its data. */
export default function SessionProvider() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <LoadedSession />
    </QueryClientProvider>
  );
}
