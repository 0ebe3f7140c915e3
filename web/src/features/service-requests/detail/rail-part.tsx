import type { ReactNode } from "react";

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** A titled part of the side column. */
export function RailPart({ title, action, children }: Props) {
  return (
    <section className="rail__part" aria-label={title}>
      <div className="row row--between">
        <h2 className="group-title">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
