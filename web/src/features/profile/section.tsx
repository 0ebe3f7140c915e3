import type { ReactNode } from "react";
import { type Problem, toProblem } from "../../api/problem";
import { ErrorState, Skeleton } from "../../ui";

type Props = {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A section of the profile. */
export function Section({ title, aside, children }: Props) {
  return (
    <section className="panel" aria-label={title}>
      <div className="panel__head">
        <h2 className="panel-title">{title}</h2>
        {aside}
      </div>
      <div className="panel__body stack stack--loose">{children}</div>
    </section>
  );
}

type SectionQuery<T> = {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
  isFetching: boolean;
};

/** Renders loaded data, a placeholder or the error. */
export function LoadedSection<T>({
  of,
  children,
}: {
  of: SectionQuery<T>;
  children: (data: T) => ReactNode;
}) {
  if (of.data !== undefined) return children(of.data);
  if (!of.error) {
    return (
      <div className="stack" aria-busy="true">
        <Skeleton high="44px" />
        <Skeleton high="44px" />
      </div>
    );
  }
  const problem: Problem = toProblem(of.error);
  return <ErrorState problem={problem} onRetry={() => void of.refetch()} pending={of.isFetching} />;
}
