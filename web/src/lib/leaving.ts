// Asks before unsaved changes are left behind by Back, Forward, or closing the tab. Links
// are asked for where the router is known, in forms/leaving.

/** Is asked; `go` leaves. */
export type Guard = (go: () => void) => void;

const guards: Guard[] = [];
let here = { place: "", index: 0 };
let pass = false;
let returning = false;

/** The router counts its places in the browser's history. */
function indexNow(): number | undefined {
  return (window.history.state as { idx?: number } | null)?.idx;
}

/** Back and Forward have moved already: they are taken back, and made again when allowed. */
function onPop(event: PopStateEvent) {
  if (returning) {
    returning = false;
    event.stopImmediatePropagation();
    return;
  }
  const [guard] = guards;
  const delta = (indexNow() ?? here.index) - here.index;
  const stays = window.location.pathname + window.location.search === here.place;
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

/** Once, before the router: who listens first can keep Back from it. */
export function watchLeaving(): void {
  window.addEventListener("popstate", onPop);
  window.addEventListener("beforeunload", onUnload);
}

/** Where one is, path and query, as the router has it. */
export function noteHere(place: string): void {
  here = { place, index: indexNow() ?? 0 };
}

/** Who is to be asked before one goes from here to another place; nobody if nothing is unsaved. */
export function guardOf(place: string): Guard | undefined {
  return place === here.place ? undefined : guards[0];
}

/** Until what is returned is called. */
export function guardLeaving(guard: Guard): () => void {
  guards.push(guard);
  return () => {
    guards.splice(guards.indexOf(guard), 1);
  };
}
