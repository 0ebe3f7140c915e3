import type { ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

type Props = {
  facts: readonly Fact[];
  className: string;
  /** Facts shown before `facts`. */
  children?: ReactNode;
};

/** A list of names and values. Entries without a value are left out. */
export function Facts({ facts, className, children }: Props) {
  return (
    <dl className={className}>
      {children}
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
