// For visitors only: who is signed in is sent home, or where they wanted to go.

import { useEffect, useState } from "react";
import { Navigate, Outlet } from "react-router";
import { useToken } from "../rpc/session";
import { forgetPath, rememberedPath } from "./paths";

/** Marks an arrival: if that screen is not for this person, home is. */
export type Arrival = { returned: true };

function ToHome() {
  const [path] = useState(rememberedPath);
  useEffect(forgetPath, []);
  const state: Arrival | undefined = path ? { returned: true } : undefined;
  return <Navigate to={path ?? "/"} replace state={state} />;
}

export function Visitor() {
  return useToken() === null ? <Outlet /> : <ToHome />;
}
