import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

export const HeaderActionsContext = createContext<HTMLElement | null>(null);

/** Renders actions of a section beside the screen's title, with at most one primary button. */
export function HeaderActions({ children }: { children: ReactNode }) {
  const place = useContext(HeaderActionsContext);
  return place ? createPortal(children, place) : null;
}
