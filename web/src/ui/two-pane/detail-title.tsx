import type { ReactNode } from "react";
import { useMedia } from "../../lib/use-media";

/** Title of the opened row. On a phone it is the only one on the screen, so it is the main heading. */
export function DetailTitle({ children }: { children: ReactNode }) {
  const Heading = useMedia("(max-width: 760px)") ? "h1" : "h2";
  return <Heading className="panel-title truncate">{children}</Heading>;
}
