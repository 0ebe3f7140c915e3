import type { ReactNode } from "react";
import { type Origin, useOrigin } from "./use-origin";

/** Loads what a request is created from. */
export default function WithOrigin({ children }: { children: (origin: Origin) => ReactNode }) {
  return children(useOrigin());
}
