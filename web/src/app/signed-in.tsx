// The gate: behind it somebody is signed in.

import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { part } from "../lib/load";
import { readToken, sessionEnd, useToken } from "../rpc/session";
import { leaveFrom, leftFrom } from "./left";
import { rememberPath } from "./paths";
import { pathOf } from "./screens";

const Person = part(() => import("./person"));

/** Sends a visitor to log in, and keeps where they wanted to go. */
function ToLogin() {
  const location = useLocation();
  const path = location.pathname + location.search + location.hash;
  const { key } = location;
  useEffect(() => {
    if (key !== leftFrom()) rememberPath(path);
  }, [key, path]);
  return <Navigate to={pathOf(Screen.LOGIN)} replace />;
}

/** Whoever logs out, here or in another tab, asks for no way back to where this tab was. */
function useLeaving(token: string | null) {
  const { key } = useLocation();
  useEffect(() => {
    if (token === null) return undefined;
    return () => {
      if (readToken() === null && sessionEnd() === "left") leaveFrom(key);
    };
  }, [token, key]);
}

export function SignedIn() {
  const token = useToken();
  useLeaving(token);
  return token === null ? <ToLogin /> : <Person key={token} />;
}
