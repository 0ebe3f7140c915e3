import type { ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

type Props = {
  facts: readonly Fact[];
  className: string;
  /** Facts that come first. */
  children?: ReactNode;
};

/** Names and their values. What has no value is left out. */
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
