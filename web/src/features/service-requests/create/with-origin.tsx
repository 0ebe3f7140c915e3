import type { ReactNode } from "react";
import { type Origin, useOrigin } from "./use-origin";

/** Reads what a request starts from. */
export default function WithOrigin({ children }: { children: (origin: Origin) => ReactNode }) {
  return children(useOrigin());
}
