// Asks before Back, Forward or closing the tab discards unsaved changes. Links are handled in
// forms/use-leave-confirmation, which has access to the router.

/** Called when the user wants to leave; `go` continues the navigation. */
export type Guard = (go: () => void) => void;

const guards: Guard[] = [];
let current = { location: "", index: 0 };
let isPassing = false;
let isReturning = false;

/** Returns the router's index of the current history entry. */
function historyIndex(): number | undefined {
  return (window.history.state as { idx?: number } | null)?.idx;
}

/**
 * When popstate fires, the browser has already navigated: goes back, and repeats the step if
 * allowed.
 */
function onPop(event: PopStateEvent) {
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  const [guard] = guards;
  const delta = (historyIndex() ?? current.index) - current.index;
  const stays = window.location.pathname + window.location.search === current.location;
  if (isPassing || !guard || stays || delta === 0) {
    isPassing = false;
    return;
  }
  event.stopImmediatePropagation();
  isReturning = true;
  window.history.go(-delta);
  guard(() => {
    isPassing = true;
    window.history.go(delta);
  });
}

function onUnload(event: BeforeUnloadEvent) {
  if (guards.length > 0) event.preventDefault();
}

/** Call once, before the router starts: only an earlier listener can keep Back from the router. */
export function installNavigationGuard(): void {
  window.addEventListener("popstate", onPop);
  window.addEventListener("beforeunload", onUnload);
}

/** Records the current path and query, as known to the router. */
export function setCurrentLocation(location: string): void {
  current = { location, index: historyIndex() ?? 0 };
}

/** Returns the guard that must allow leaving for a location; undefined if nothing is unsaved. */
export function guardFor(location: string): Guard | undefined {
  return location === current.location ? undefined : guards[0];
}

/** Adds a guard. Returns a function that removes it. */
export function addNavigationGuard(guard: Guard): () => void {
  guards.push(guard);
  return () => {
    guards.splice(guards.indexOf(guard), 1);
  };
}
