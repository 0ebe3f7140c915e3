// For visitors only: who is signed in is sent home, or where they wanted to go.

import { useEffect, useState } from "react";
import { Outlet } from "react-router";
import { useToken } from "../api/session-token";
import { Redirect } from "./redirect";
import { forgetPath, rememberedPath } from "./remembered-path";

/** Marks an arrival: if that screen is not for this person, home is. */
export type Arrival = { returned: true };

function RedirectHome() {
  const [path] = useState(rememberedPath);
  useEffect(forgetPath, []);
  const state: Arrival | undefined = path ? { returned: true } : undefined;
  return <Redirect to={path ?? "/"} state={state} />;
}

export function RequireSignedOut() {
  return useToken() === null ? <Outlet /> : <RedirectHome />;
}
