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
import { addNavigationGuard, guardFor, setCurrentLocation } from "../lib/navigation-guard";

const watchedNavigators = new WeakSet<Navigator>();

/** Path and query, without a place on the page. */
function toLocation(to: To): string {
  return typeof to === "string"
    ? (to.split("#")[0] ?? "")
    : `${to.pathname ?? window.location.pathname}${to.search ?? ""}`;
}

/** Once for a router: what pushes a path is asked from then on. */
function watchNavigator(navigator: Navigator) {
  if (watchedNavigators.has(navigator)) return;
  watchedNavigators.add(navigator);
  const push = navigator.push.bind(navigator);
  navigator.push = (to, state, options) => {
    const go = () => push(to, state, options);
    const guard = guardFor(toLocation(to));
    if (guard) guard(go);
    else go();
  };
}

/** While there is something to lose, `asked` is true when somebody wants to leave. */
export function useLeaveConfirmation(unsaved: boolean) {
  const { navigator } = useContext(NavigationContext);
  const location = useLocation();
  const [waiting, setWaiting] = useState<{ go: () => void }>();
  // Leaving happens outside of React, in the browser's history.
  useEffect(() => setCurrentLocation(toLocation(location)), [location]);
  useEffect(() => {
    if (!unsaved) return undefined;
    watchNavigator(navigator);
    return addNavigationGuard((go) => setWaiting({ go }));
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
