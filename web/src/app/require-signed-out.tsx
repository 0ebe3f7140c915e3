// Renders its routes for visitors only. Signed-in users are redirected home or to a requested path.

import { useEffect, useState } from "react";
import { Outlet } from "react-router";
import { useToken } from "../api/session-token";
import { Redirect } from "./redirect";
import { forgetPath, rememberedPath } from "./remembered-path";

/** Marks a redirect after the login. If the user can't open that screen, they go home. */
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
