// Choosing from a list that may be long. What draws it comes after the page that it is on.

import { type ComponentProps, Suspense } from "react";
import { part } from "../../lib/load";
import { Skeleton } from "../../ui";
import type * as parts from "./choose-parts";

const One = part(async () => ({ default: (await import("./choose-parts")).ChooseOne }));
const Words = part(async () => ({ default: (await import("./choose-parts")).ChooseWords }));

function Coming({ label, hideLabel }: { label: string; hideLabel?: boolean }) {
  return (
    <div className="field choose" aria-busy="true">
      <span className={hideLabel ? "visually-hidden" : "field__label"}>{label}</span>
      <Skeleton high="36px" />
    </div>
  );
}

/** One of a list: typing narrows it. */
export function ChooseOne(props: ComponentProps<typeof parts.ChooseOne>) {
  return (
    <Suspense fallback={<Coming {...props} />}>
      <One {...props} />
    </Suspense>
  );
}

/** Any words; the list only helps. */
export function ChooseWords(props: ComponentProps<typeof parts.ChooseWords>) {
  return (
    <Suspense fallback={<Coming {...props} />}>
      <Words {...props} />
    </Suspense>
  );
}
