// Behind the gate: the person and the company are read, and events are followed.

import { create } from "@bufbuild/protobuf";
import { useQuery, useTransport } from "@connectrpc/connect-query";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { Outlet } from "react-router";
import { CompanySchema } from "../gen/parlor/v1/company_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { mayOpen } from "../rpc/access";
import { useCompany } from "../rpc/company";
import { type Current, CurrentContext, isActing } from "../rpc/current";
import { createQueryClient } from "../rpc/query";
import { endSession } from "../rpc/session";
import { userStateOf } from "../rpc/state";
import { FrameSkeleton } from "./frame/frame-skeleton";
import { isBuilt } from "./screens";

const noCompany = create(CompanySchema, { label: "Parlor" });

function useLoadedCurrent(): Current | undefined {
  const person = useQuery(
    SessionService.method.getCurrentUser,
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const { user, standing } = person.data ?? {};
  const { company, loaded, failed } = useCompany(standing?.actingCompanyId || user?.companyId);
  const broken = person.isError || failed;
  // The session is shared by all tabs; it lives outside of React.
  useEffect(() => {
    if (broken) endSession("lost");
  }, [broken]);

  return useMemo(() => {
    if (!user || !standing || !loaded) return undefined;
    return {
      user,
      company: company ?? noCompany,
      standing,
      state: userStateOf(user, company),
      roleLabel: user.parlorRole === "admin" ? "Administrator" : "Manager",
      may: (screen) => isBuilt(screen) && mayOpen(screen, standing),
    };
  }, [user, standing, company, loaded]);
}

function Events() {
  const transport = useTransport();
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    // The screen comes first; what happens from then on is followed.
    void import("../rpc/events")
      .then(({ followEvents }) => followEvents(transport, client, stop.signal))
      .catch(() => undefined);
    return () => stop.abort();
  }, [transport, client]);
  return null;
}

function Loaded() {
  const current = useLoadedCurrent();
  return (
    <>
      {/* Whose events they are is said when the line is opened. */}
      <Events key={current && isActing(current) ? current.company.id : "own"} />
      {current ? (
        <CurrentContext value={current}>
          <Outlet />
        </CurrentContext>
      ) : (
        <FrameSkeleton />
      )}
    </>
  );
}

/** What one session read is gone with it: the next person does not see it. */
export default function Person() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Loaded />
    </QueryClientProvider>
  );
}
