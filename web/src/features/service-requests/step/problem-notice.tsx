import type { Problem } from "../../../lib/problem";
import { Icon } from "../../../ui";

/** An error that belongs to no field of a form. */
export function ProblemNotice({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <p className="notice notice--danger" role="alert">
      <Icon name="danger" />
      <span>
        {problem.title} {problem.text}
      </span>
    </p>
  );
}
