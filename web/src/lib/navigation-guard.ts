// Asks before unsaved changes are left behind by Back, Forward, or closing the tab. Links
// are asked for where the router is known, in forms/leaving.

/** Is asked; `go` leaves. */
export type Guard = (go: () => void) => void;

const guards: Guard[] = [];
let current = { location: "", index: 0 };
let isPassing = false;
let isReturning = false;

/** The router counts its places in the browser's history. */
function historyIndex(): number | undefined {
  return (window.history.state as { idx?: number } | null)?.idx;
}

/** Back and Forward have moved already: they are taken back, and made again when allowed. */
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

/** Once, before the router: who listens first can keep Back from it. */
export function installNavigationGuard(): void {
  window.addEventListener("popstate", onPop);
  window.addEventListener("beforeunload", onUnload);
}

/** Where one is, path and query, as the router has it. */
export function setCurrentLocation(location: string): void {
  current = { location, index: historyIndex() ?? 0 };
}

/** Who is to be asked before one goes from here to another place; nobody if nothing is unsaved. */
export function guardFor(location: string): Guard | undefined {
  return location === current.location ? undefined : guards[0];
}

/** Until what is returned is called. */
export function addNavigationGuard(guard: Guard): () => void {
  guards.push(guard);
  return () => {
    guards.splice(guards.indexOf(guard), 1);
  };
}
