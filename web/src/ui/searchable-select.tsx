// Searchable select fields. The parts that render them load after the page.

import { type ComponentProps, Suspense } from "react";
import { lazyWithReload } from "../lib/lazy";
import { Skeleton } from ".";
import type * as parts from "./searchable-select-parts";

const LazySearchableSelect = lazyWithReload(async () => ({
  default: (await import("./searchable-select-parts")).SearchableSelect,
}));
const LazyAutocompleteInput = lazyWithReload(async () => ({
  default: (await import("./searchable-select-parts")).AutocompleteInput,
}));

function FieldSkeleton({ label, hideLabel }: { label: string; hideLabel?: boolean }) {
  return (
    <div className="field" aria-busy="true">
      <span className={hideLabel ? "visually-hidden" : "field__label"}>{label}</span>
      <Skeleton high="36px" />
    </div>
  );
}

/** Chooses one option of a list; typing filters it. */
export function SearchableSelect(props: ComponentProps<typeof parts.SearchableSelect>) {
  return (
    <Suspense fallback={<FieldSkeleton {...props} />}>
      <LazySearchableSelect {...props} />
    </Suspense>
  );
}

/** Accepts any text. The options are suggestions. */
export function AutocompleteInput(props: ComponentProps<typeof parts.AutocompleteInput>) {
  return (
    <Suspense fallback={<FieldSkeleton {...props} />}>
      <LazyAutocompleteInput {...props} />
    </Suspense>
  );
}
