import { Skeleton } from "../../../ui";
import { type Plan, planWords } from "./rules";

type Props = {
  label: string;
  /** Unset while the community's answers are read. */
  plan: Plan | undefined;
  /** The answers of it did not come. */
  failed: boolean;
  /** Another answer gives way. */
  replace: boolean;
  /** Every question is shown from the start. */
  open?: boolean;
};

/** What a copy would change in one community, question by question. */
export function Preview({ label, plan, failed, replace, open = false }: Props) {
  if (failed) {
    return (
      <p className="small" role="alert">
        <strong>{label}</strong>: its answers did not load, so nothing is copied there.
      </p>
    );
  }
  if (!plan) {
    return (
      <div aria-busy="true">
        <Skeleton wide="60%" />
      </div>
    );
  }
  const words = planWords(plan);
  if (plan.fresh.length + plan.differing.length === 0) {
    return (
      <p className="small">
        <strong>{label}</strong>: {words}
      </p>
    );
  }
  return (
    <details className="small copy__plan" open={open}>
      <summary>
        <strong>{label}</strong>: {words}
      </summary>
      <ul className="stack stack--tight">
        {plan.fresh.map(({ mine }) => (
          <li key={mine.id} className="stack stack--tight">
            <span className="strong">
              {mine.question} <span className="caption">New</span>
            </span>
            <ins>{mine.answer}</ins>
          </li>
        ))}
        {plan.differing.map(({ mine, theirs }) => (
          <li key={mine.id} className="stack stack--tight">
            <span className="strong">{mine.question}</span>
            {replace ? <del>{theirs?.answer}</del> : <span>Stays: {theirs?.answer}</span>}
            {replace ? <ins>{mine.answer}</ins> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
