import { Suspense } from "react";
import { part } from "../../lib/load";
import "./desk.css";
import { DeskSkeleton } from "./desk-skeleton";
import type { DeskListProps } from "./rows";

// What draws a long list is read beside the list itself, and not before the screen.
const reading = import("./rows");
// Who shows the list hears of it.
reading.catch(() => undefined);
const Rows = part(() => reading);

/** The list of a desk, however long. */
export function DeskList<Row extends { id: string }>(props: DeskListProps<Row>) {
  return (
    <Suspense fallback={<DeskSkeleton label="Loading the list" />}>
      {/* A part that is read later does not know whose rows it draws. */}
      <Rows {...(props as unknown as DeskListProps<{ id: string }>)} />
    </Suspense>
  );
}
