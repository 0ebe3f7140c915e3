import type { ReactNode } from "react";
import { useMedia } from "../../lib/use-media";

/** Title of the opened row. On a phone it is the only one on the screen, so it is the main heading. */
export function DetailTitle({
  children,
  className = "panel-title truncate",
}: {
  children: ReactNode;
  className?: string;
}) {
  const Heading = useMedia("(max-width: 760px)") ? "h1" : "h2";
  return <Heading className={className}>{children}</Heading>;
}

/** Title of a part of the opened row, one level below its title. */
export function PartTitle({ children }: { children: ReactNode }) {
  const Heading = useMedia("(max-width: 760px)") ? "h2" : "h3";
  return <Heading className="group-title">{children}</Heading>;
}
