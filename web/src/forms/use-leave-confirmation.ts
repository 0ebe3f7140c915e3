// Asks before unsaved changes are discarded. The router's own blocker needs its data routers, which
// are much larger than this code. A changed query counts as leaving, because the query names
// sections and sheets. Redirects pass: a user who is signed out goes to the login page.

import { useContext, useEffect, useState } from "react";
import {
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  type To,
  useLocation,
} from "react-router";
import { addNavigationGuard, guardFor, setCurrentLocation } from "../lib/navigation-guard";

const watchedNavigators = new WeakSet<Navigator>();

/** Returns path and query, without the hash. */
function toLocation(to: To): string {
  return typeof to === "string"
    ? (to.split("#")[0] ?? "")
    : `${to.pathname ?? window.location.pathname}${to.search ?? ""}`;
}

/** Patches `push` of a router once, so that the guards are asked first. */
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

/** While `unsaved` is set, `isAsking` becomes true when the user wants to leave. */
export function useLeaveConfirmation(unsaved: boolean) {
  const { navigator } = useContext(NavigationContext);
  const location = useLocation();
  const [waiting, setWaiting] = useState<{ go: () => void }>();
  // The browser's history is external to React.
  useEffect(() => setCurrentLocation(toLocation(location)), [location]);
  useEffect(() => {
    if (!unsaved) return undefined;
    watchNavigator(navigator);
    return addNavigationGuard((go) => setWaiting({ go }));
  }, [unsaved, navigator]);
  return {
    isAsking: waiting !== undefined,
    stay: () => setWaiting(undefined),
    leave: () => {
      setWaiting(undefined);
      waiting?.go();
    },
  };
}
