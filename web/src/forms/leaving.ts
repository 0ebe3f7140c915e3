// Asks before unsaved changes are left behind.
//
// The router's own blocker belongs to its data routers, which cost each visitor more than
// what is said here. A query is a place too: sections and sheets are named there. It lets
// redirects pass: who is signed out goes to the login.

import { useContext, useEffect, useState } from "react";
import {
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  type To,
  useLocation,
} from "react-router";
import { guardLeaving, guardOf, noteHere } from "../lib/leaving";

const watched = new WeakSet<Navigator>();

/** Path and query, without a place on the page. */
function placeOf(to: To): string {
  return typeof to === "string"
    ? (to.split("#")[0] ?? "")
    : `${to.pathname ?? window.location.pathname}${to.search ?? ""}`;
}

/** Once for a router: what pushes a path is asked from then on. */
function watch(navigator: Navigator) {
  if (watched.has(navigator)) return;
  watched.add(navigator);
  const push = navigator.push.bind(navigator);
  navigator.push = (to, state, options) => {
    const go = () => push(to, state, options);
    const guard = guardOf(placeOf(to));
    if (guard) guard(go);
    else go();
  };
}

/** While there is something to lose, `asked` is true when somebody wants to leave. */
export function useLeaving(unsaved: boolean) {
  const { navigator } = useContext(NavigationContext);
  const location = useLocation();
  const [waiting, setWaiting] = useState<{ go: () => void }>();
  // Leaving happens outside of React, in the browser's history.
  useEffect(() => noteHere(placeOf(location)), [location]);
  useEffect(() => {
    if (!unsaved) return undefined;
    watch(navigator);
    return guardLeaving((go) => setWaiting({ go }));
  }, [unsaved, navigator]);
  return {
    asked: waiting !== undefined,
    stay: () => setWaiting(undefined),
    leave: () => {
      setWaiting(undefined);
      waiting?.go();
    },
  };
}
