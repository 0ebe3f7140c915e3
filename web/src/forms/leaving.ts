// Asks before unsaved changes are left behind, by a link, Back, or closing the tab.
//
// The router's own blocker belongs to its data routers, which cost each visitor more than
// what is said here. It stays if only the query changes, and lets redirects pass: who is
// signed out goes to the login.

import { useContext, useEffect, useState } from "react";
import {
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  type To,
  useLocation,
} from "react-router";

/** Is asked; `go` leaves. */
type Guard = (go: () => void) => void;

const guards: Guard[] = [];
const watched = new WeakSet<Navigator>();
let here = { path: "", index: 0 };
let pass = false;
let returning = false;

function indexNow(): number | undefined {
  return (window.history.state as { idx?: number } | null)?.idx;
}

function noteHere(path: string) {
  here = { path, index: indexNow() ?? 0 };
}

function pathOf(to: To): string | undefined {
  return typeof to === "string" ? to.split(/[?#]/)[0] : to.pathname;
}

function watch(navigator: Navigator) {
  if (watched.has(navigator)) return;
  watched.add(navigator);
  const push = navigator.push.bind(navigator);
  navigator.push = (to, state, options) => {
    const go = () => push(to, state, options);
    const guard = guards[0];
    const path = pathOf(to) || here.path;
    if (guard && path !== here.path) guard(go);
    else go();
  };
}

/** Back and Forward have moved already: they are taken back, and made again when allowed. */
function onPop(event: PopStateEvent) {
  const guard = guards[0];
  const delta = (indexNow() ?? here.index) - here.index;
  const stays = window.location.pathname === here.path;
  if (returning) {
    returning = false;
    event.stopImmediatePropagation();
    return;
  }
  if (pass || !guard || stays || delta === 0) {
    pass = false;
    return;
  }
  event.stopImmediatePropagation();
  returning = true;
  window.history.go(-delta);
  guard(() => {
    pass = true;
    window.history.go(delta);
  });
}

function onUnload(event: BeforeUnloadEvent) {
  if (guards.length > 0) event.preventDefault();
}

// Before the router hears of it: on their own target, listeners that capture come first.
window.addEventListener("popstate", onPop, true);
window.addEventListener("beforeunload", onUnload);

/** While there is something to lose, `asked` is set when somebody wants to leave. */
export function useLeaving(unsaved: boolean) {
  const { navigator } = useContext(NavigationContext);
  const location = useLocation();
  const [asked, setAsked] = useState<{ go: () => void }>();
  // Leaving happens outside of React, in the browser's history.
  useEffect(() => noteHere(location.pathname), [location]);
  useEffect(() => {
    if (!unsaved) return undefined;
    watch(navigator);
    const guard: Guard = (go) => setAsked({ go });
    guards.push(guard);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
    };
  }, [unsaved, navigator]);
  return {
    asked: asked !== undefined,
    stay: () => setAsked(undefined),
    leave: () => {
      setAsked(undefined);
      asked?.go();
    },
  };
}
