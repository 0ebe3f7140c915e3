import type { ReactNode } from "react";

type Props = {
  title: string;
  /** Badge with the confidence. */
  sure?: ReactNode;
  /** Shown before the evidence: what it means. */
  lead?: ReactNode;
  /** Buttons for what the user can do about it. */
  actions?: ReactNode;
  /** Shown last: the steps of the decision. */
  below?: ReactNode;
  /** The evidence. */
  children?: ReactNode;
};

/** Explains how the bot came to an answer. */
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
