import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

export const HeadContext = createContext<HTMLElement | null>(null);

/** What a section offers beside the screen's title: at most one primary button. */
export function HeadActs({ children }: { children: ReactNode }) {
  const place = useContext(HeadContext);
  return place ? createPortal(children, place) : null;
}
