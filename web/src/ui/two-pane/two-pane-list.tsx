import { Suspense } from "react";
import { lazyWithReload } from "../../lib/lazy";
import "./two-pane.css";
import { TwoPaneSkeleton } from "./two-pane-skeleton";
import type { TwoPaneListProps } from "./virtual-rows";

// The code that renders long lists loads in parallel with the rows, and doesn't delay the screen.
const rowsModule = import("./virtual-rows");
// The component that renders the list handles a failed load.
rowsModule.catch(() => undefined);
const Rows = lazyWithReload(() => rowsModule);

/** The list of a two-pane screen, of any length. */
export function TwoPaneList<Row extends { id: string }>(props: TwoPaneListProps<Row>) {
  return (
    <Suspense fallback={<TwoPaneSkeleton label="Loading" />}>
      {/* Lazy loading loses the type of the rows, hence the cast. */}
      <Rows {...(props as unknown as TwoPaneListProps<{ id: string }>)} />
    </Suspense>
  );
}
