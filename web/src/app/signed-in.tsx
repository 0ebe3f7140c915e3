// The gate: behind it somebody is signed in.

import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { part } from "../lib/load";
import { useToken } from "../rpc/session";
import { leftFrom } from "./left";
import { rememberPath } from "./paths";
import { pathOf } from "./screens";

const Person = part(() => import("./person"));

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

export function SignedIn() {
  const token = useToken();
  return token === null ? <ToLogin /> : <Person key={token} />;
}
