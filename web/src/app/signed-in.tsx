// The gate: behind it somebody is signed in, and the person and the company are known.

import { create } from "@bufbuild/protobuf";
import { useQuery, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { CompanySchema } from "../gen/parlor/v1/company_pb";
import { CompanyService } from "../gen/parlor/v1/company_service_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { mayOpen } from "../rpc/access";
import { type Current, CurrentContext } from "../rpc/current";
import { followEvents } from "../rpc/events";
import { endSession, useToken } from "../rpc/session";
import { FrameSkeleton } from "./frame/frame-skeleton";
import { leftFrom } from "./leave";
import { rememberPath } from "./paths";
import { isBuilt, pathOf } from "./screens";

const noCompany = create(CompanySchema, { label: "Parlor" });

/** Sends a visitor to log in, and keeps where they wanted to go. */
function ToLogin() {
  const location = useLocation();
  const path = location.pathname + location.search + location.hash;
  const wanted = location.key !== leftFrom();
  useEffect(() => {
    if (wanted) rememberPath(path);
  }, [wanted, path]);
  return <Navigate to={pathOf(Screen.LOGIN)} replace />;
}

function useLoadedCurrent(): Current | undefined {
  const always = { staleTime: Number.POSITIVE_INFINITY };
  const person = useQuery(SessionService.method.getCurrentUser, {}, always);
  const companyId = person.data?.user?.companyId ?? "";
  // Without an id there is no company to read, and that is no failure.
  const company = useQuery(
    CompanyService.method.getCompany,
    { id: companyId },
    { ...always, enabled: companyId !== "" },
  );
  const failed = person.isError || company.isError;
  // The session is shared by all tabs; it lives outside of React.
  useEffect(() => {
    if (failed) endSession("lost");
  }, [failed]);

  const loaded = companyId === "" ? noCompany : company.data?.company;
  const { user, standing } = person.data ?? {};
  return useMemo(() => {
    if (!user || !standing || !loaded) return undefined;
    return {
      user,
      company: loaded,
      standing,
      roleLabel: user.parlorRole === "admin" ? "Administrator" : "Manager",
      may: (screen) => isBuilt(screen) && mayOpen(screen, standing),
    };
  }, [user, standing, loaded]);
}

function useEvents() {
  const transport = useTransport();
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    followEvents(transport, client, stop.signal);
    return () => stop.abort();
  }, [transport, client]);
}

function Person() {
  const current = useLoadedCurrent();
  useEvents();
  if (!current) return <FrameSkeleton />;
  return (
    <CurrentContext value={current}>
      <Outlet />
    </CurrentContext>
  );
}

export function SignedIn() {
  const token = useToken();
  return token === null ? <ToLogin /> : <Person key={token} />;
}
