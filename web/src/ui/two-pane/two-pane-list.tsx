import { Suspense } from "react";
import { lazyWithReload } from "../../lib/lazy";
import "./two-pane.css";
import { TwoPaneSkeleton } from "./two-pane-skeleton";
import type { TwoPaneListProps } from "./virtual-rows";

// What draws a long list is read beside the list itself, and not before the screen.
const rowsModule = import("./virtual-rows");
// Who shows the list hears of it.
rowsModule.catch(() => undefined);
const Rows = lazyWithReload(() => rowsModule);

/** The list of a desk, however long. */
export function TwoPaneList<Row extends { id: string }>(props: TwoPaneListProps<Row>) {
  return (
    <Suspense fallback={<TwoPaneSkeleton label="Loading" />}>
      {/* A part that is read later does not know whose rows it draws. */}
      <Rows {...(props as unknown as TwoPaneListProps<{ id: string }>)} />
    </Suspense>
  );
}
