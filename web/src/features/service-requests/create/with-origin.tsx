import type { ReactNode } from "react";
import { type Origin, useOrigin } from "./use-origin";

/** Reads the escalation or the conversation that a request starts from. */
export default function WithOrigin({ children }: { children: (origin: Origin) => ReactNode }) {
  return children(useOrigin());
}
