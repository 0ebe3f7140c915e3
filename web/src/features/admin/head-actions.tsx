import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

export const HeadActionsContext = createContext<HTMLElement | null>(null);

/** Renders actions of a section beside the screen's title, with at most one primary button. */
export function HeadActions({ children }: { children: ReactNode }) {
  const place = useContext(HeadActionsContext);
  return place ? createPortal(children, place) : null;
}
