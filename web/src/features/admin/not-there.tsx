// In place of settings that are not there yet: their shape, or why they did not load.

import type { ReactNode } from "react";
import { toProblem } from "../../rpc/problem";
import { ProblemFace, Skeleton } from "../../ui";

type Props = {
  /** What the section is called to people who hear the screen. */
  label: string;
  /** As a sentence begins with it: "The Twilio account". */
  what: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What stands beside it meanwhile. */
  children?: ReactNode;
};

export function NotThere({ label, what, query, children }: Props) {
  if (query.error) {
    return (
      <section className="panel" aria-label={label}>
        <ProblemFace
          title={`${what} did not load`}
          problem={toProblem(query.error)}
          onRetry={() => query.refetch()}
          pending={query.isFetching}
        />
      </section>
    );
  }
  const form = (
    <section className="panel panel__body stack stack--loose" aria-label={label}>
      <p className="visually-hidden" role="status">
        {what} {what.endsWith("s") ? "are" : "is"} loading
      </p>
      <Skeleton wide="32%" high="20px" />
      <Skeleton wide="100%" high="36px" />
      <Skeleton wide="100%" high="36px" />
      {children ? <Skeleton wide="64%" high="36px" /> : null}
    </section>
  );
  if (!children) return form;
  return (
    <div className="company">
      {form}
      {children}
    </div>
  );
}
