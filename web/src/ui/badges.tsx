// Small badges that show one value. None of them is interactive.

import type { CSSProperties, ReactNode } from "react";
import { type AgeLevel, ageLevel, formatAge } from "../lib/age";
import { formatCount } from "../lib/count";
import { initials } from "../lib/names";
import { useNow } from "../lib/use-now";
import { Icon } from "./icon";
import type { IconName } from "./icons";

type Tone = "accent" | "info" | "success" | "warning" | "danger" | "outline";

export function Badge(props: {
  tone?: Tone;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}) {
  const classes = ["badge", props.tone && `badge--${props.tone}`, props.className];
  return (
    <span className={classes.filter(Boolean).join(" ")}>
      {props.icon ? <Icon name={props.icon} /> : null}
      {props.children}
    </span>
  );
}

/** A count, shown as "999+" from 1,000. `label` says what is counted, for screen readers only. */
export function Count(props: { value: number; accent?: boolean; label?: string }) {
  return (
    <span className={props.accent ? "count count--accent" : "count"}>
      {formatCount(props.value)}
      {props.label ? <span className="visually-hidden"> {props.label}</span> : null}
    </span>
  );
}

export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className="key">{children}</kbd>;
}

/** A unit number, styled as a door plate. Renders nothing without a unit. */
export function UnitPlate({ unit }: { unit: string }) {
  return unit ? (
    <span className="unit-plate" title={unit}>
      {unit}
    </span>
  ) : null;
}

/** How long something has been waiting, in words and as one to three lit dots. */
export function WaitingTime(props: {
  since: Date;
  now?: number;
  /** Level for an age in milliseconds. Defaults to the level of escalations. */
  toLevel?: (age: number) => AgeLevel;
}) {
  const clock = useNow();
  const age = Math.max(0, (props.now ?? clock) - props.since.getTime());
  return (
    <span className={`age age--${(props.toLevel ?? ageLevel)(age)}`}>
      <span className="age__dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="visually-hidden">Waiting for </span>
      {formatAge(age)}
    </span>
  );
}

/** A person's initials in a circle. */
export function Avatar(props: {
  name: string;
  size?: "small";
  staff?: boolean;
  className?: string;
}) {
  const classes = [
    "person",
    props.size && "person--small",
    props.staff && "person--staff",
    props.className,
  ];
  return (
    <span
      className={classes.filter(Boolean).join(" ")}
      data-initials={initials(props.name)}
      aria-hidden="true"
    >
      {initials(props.name) ? null : <Icon name="persona" size="small" />}
    </span>
  );
}

/** A community's initials in a doorway shape. */
export function CommunityAvatar(props: { name: string; size?: "small" }) {
  return (
    <span
      className={props.size ? "doorway doorway--small" : "doorway"}
      data-initials={initials(props.name)}
      aria-hidden="true"
    />
  );
}

/** Placeholder for content that is loading. Appears after 150 ms. Sizes are CSS lengths. */
export function Skeleton(props: { wide?: string; high?: string; round?: boolean }) {
  const style = { "--wide": props.wide, "--high": props.high } as CSSProperties;
  return (
    <span
      className={props.round ? "skeleton skeleton--round" : "skeleton"}
      style={style}
      aria-hidden="true"
    />
  );
}
