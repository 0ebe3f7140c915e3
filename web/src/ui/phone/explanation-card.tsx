import type { ReactNode } from "react";

type Props = {
  title: string;
  /** How sure: a badge. */
  sure?: ReactNode;
  /** What it means, before what it rests on. */
  lead?: ReactNode;
  /** What one can do about it. */
  actions?: ReactNode;
  /** Below everything: the steps. */
  below?: ReactNode;
  /** What it rests on. */
  children?: ReactNode;
};

/** What an answer rests on. */
export function ExplanationCard({ title, sure, lead, actions, below, children }: Props) {
  return (
    <section className="why" aria-label={title}>
      <div className="row row--between why__head">
        <h2 className="group-title">{title}</h2>
        {sure}
      </div>
      {lead ? <p className="small secondary">{lead}</p> : null}
      {children}
      {actions ? <div className="row row--wrap">{actions}</div> : null}
      {below}
    </section>
  );
}
