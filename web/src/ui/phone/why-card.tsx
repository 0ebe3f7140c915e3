import type { ReactNode } from "react";

export type WhyFact = { name: string; value: ReactNode };

type Props = {
  title: string;
  /** How sure: a badge. */
  sure?: ReactNode;
  /** What it means, before the facts. */
  lead?: ReactNode;
  facts?: readonly WhyFact[];
  /** What one can do about it. */
  actions?: ReactNode;
  /** Below everything: the steps. */
  children?: ReactNode;
};

/** What an answer rests on. */
export function WhyCard({ title, sure, lead, facts = [], actions, children }: Props) {
  return (
    <section className="why" aria-label={title}>
      <div className="row row--between why__head">
        <h2 className="group-title">{title}</h2>
        {sure}
      </div>
      {lead ? <p className="small secondary">{lead}</p> : null}
      {facts.length > 0 ? (
        <dl className="facts">
          {facts.map((fact) => (
            <div key={fact.name} className="facts__pair">
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {actions ? <div className="row row--wrap">{actions}</div> : null}
      {children}
    </section>
  );
}
