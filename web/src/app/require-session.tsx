// Renders its routes for signed-in users only.

import { useEffect } from "react";
import { useLocation } from "react-router";
import { readToken, sessionEnd, useToken } from "../api/session-token";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { lazyWithReload } from "../lib/lazy";
import { leftLocationKey, rememberLeftLocation } from "./left-location";
import { Redirect } from "./redirect";
import { rememberPath } from "./remembered-path";
import { screenPath } from "./screens";

const SessionProvider = lazyWithReload(() => import("./session-provider"));

/** Redirects to the login, and remembers the requested path. */
function RedirectToLogin() {
  const location = useLocation();
  const path = location.pathname + location.search + location.hash;
  const { key } = location;
  useEffect(() => {
    if (key !== leftLocationKey()) rememberPath(path);
  }, [key, path]);
  return <Redirect to={screenPath(Screen.LOGIN)} />;
}

/** After a logout, here or in another tab, the login does not return to this screen. */
function useRememberLogOut(token: string | null) {
  const { key } = useLocation();
  useEffect(() => {
    if (token === null) return undefined;
    return () => {
      if (readToken() === null && sessionEnd() === "left") rememberLeftLocation(key);
    };
  }, [token, key]);
}

export function RequireSession() {
  const token = useToken();
  useRememberLogOut(token);
  return token === null ? <RedirectToLogin /> : <SessionProvider key={token} />;
}
