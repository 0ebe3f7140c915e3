// Placeholder of settings while they load, or the error.

import type { ReactNode } from "react";
import { toProblem } from "../../api/problem";
import { ErrorState, Skeleton } from "../../ui";
import { labels } from "./labels";

type Props = {
  /** Accessible name of the section. */
  label: string;
  /** Name within a sentence, such as "the Twilio account". */
  what: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Placeholder beside it. */
  children?: ReactNode;
};

export function QueryState({ label, what, query, children }: Props) {
  if (query.error) {
    return (
      <section className="panel" aria-label={label}>
        <ErrorState
          title={labels.loadFailed(what)}
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
        {labels.loadingSettings(what)}
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
