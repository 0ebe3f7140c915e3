// The state of the text blast screen, kept in the URL.

import {
  BlastDelay,
  BlastExclusionReason,
  BlastOutcome,
  BlastState,
} from "../../gen/parlor/v1/blast_pb";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

/** The tabs of the list, with the states that each one shows. */
export const tabStates = {
  all: [],
  drafts: [BlastState.DRAFT],
  approval: [BlastState.AWAITING_APPROVAL],
  scheduled: [BlastState.SCHEDULED],
  sending: [BlastState.RUNNING, BlastState.PAUSED],
  done: [BlastState.FINISHED, BlastState.CANCELED, BlastState.MISSED],
} as const;

export type Tab = keyof typeof tabStates;
export const tabs = Object.keys(tabStates) as Tab[];

export const steps = ["recipients", "message", "review"] as const;
export type Step = (typeof steps)[number];

/** Which recipients are listed: those with an outcome, those excluded for a reason, or all. */
export type RecipientFilter = { exclusion: BlastExclusionReason; outcome: BlastOutcome };

export const noFilter: RecipientFilter = {
  exclusion: BlastExclusionReason.UNSPECIFIED,
  outcome: BlastOutcome.UNSPECIFIED,
};

export type BlastsUrlState = RecipientFilter & {
  tab: Tab;
  /** ID of the open blast; empty for the list. */
  blast: string;
  step: Step;
  /** In the review: the delay whose recipients are listed. */
  delay: BlastDelay;
};

/** Returns the query of a state, with the question mark. */
export function toSearch(state: Partial<BlastsUrlState>): string {
  const { tab, blast, step, exclusion, outcome, delay } = state;
  const params = new URLSearchParams();
  if (tab && tab !== "all") params.set("tab", tab);
  if (blast) params.set("blast", blast);
  if (blast && step && step !== "recipients") params.set("step", step);
  if (blast && exclusion) params.set("excluded", String(exclusion));
  if (blast && outcome) params.set("outcome", String(outcome));
  if (blast && step === "review" && delay) params.set("later", String(delay));
  return `?${params}`;
}

function oneOf<T extends string>(all: readonly T[], text: string | null, otherwise: T): T {
  return all.find((one) => one === text) ?? otherwise;
}

const codec: UrlStateCodec<BlastsUrlState> = {
  read: (params) => ({
    tab: oneOf(tabs, params.get("tab"), "all"),
    blast: params.get("blast") ?? "",
    step: oneOf(steps, params.get("step"), "recipients"),
    delay: toMember<BlastDelay>(BlastDelay, params.get("later")),
    ...toFilter(params.get("excluded"), params.get("outcome")),
  }),
  write: (state) => new URLSearchParams(toSearch(state)),
};

/** Returns the enum value with this number; 0 if there is none. */
function toMember<T extends number>(members: object, text: string | null): T {
  return (Object.values(members).find((one) => String(one) === text) ?? 0) as T;
}

/** Allows only one of the two, because an excluded recipient has no outcome. */
function toFilter(excluded: string | null, outcome: string | null): RecipientFilter {
  const exclusion = toMember<BlastExclusionReason>(BlastExclusionReason, excluded);
  return exclusion
    ? { ...noFilter, exclusion }
    : { ...noFilter, outcome: toMember<BlastOutcome>(BlastOutcome, outcome) };
}

export const useBlastsUrlState = () => useUrlState(codec);
