// How much of the text plan communities have used this month.

import type { CSSProperties } from "react";
import { pagedList, useAllPages } from "../../../api/use-all-pages";
import {
  TextPlanLevel,
  TextPlanService,
  type TextPlanUsage,
} from "../../../gen/parlor/v1/text_plan_service_pb";
import { formatPercent } from "../../../lib/format-number";
import { Icon } from "../../../ui";
import { planLabels as labels } from "./plan-labels";

/** Time for which usages stay fresh, in milliseconds. */
const freshTime = 5 * 60_000;
/** Maximum communities that a notice names. */
const maxNames = 3;

const usageList = pagedList(TextPlanService.method.listTextPlanUsage, "usages");

/** Usages of the communities of the acting company, the highest first. */
export function useTextPlanUsages(enabled: boolean) {
  return useAllPages(usageList, {}, { enabled, staleTime: freshTime });
}

const fills: Partial<Record<TextPlanLevel, string>> = {
  [TextPlanLevel.NEAR]: "meter__fill meter__fill--warning",
  [TextPlanLevel.REACHED]: "meter__fill meter__fill--danger",
};

/** A bar with the share that is used. */
export function PlanUsage({ usage }: { usage: TextPlanUsage | undefined }) {
  if (!usage) return <span className="tertiary">–</span>;
  const { usedSegments: used, includedSegments: included, level } = usage;
  const share = Number(used) / Number(included);
  // 99.7 % isn't all of it.
  const percent = formatPercent(level === TextPlanLevel.REACHED ? share : Math.min(0.99, share));
  const style = { "--share": formatPercent(Math.min(1, share)) } as CSSProperties;
  const title = labels.used(used, included);
  return (
    <span className="plan-usage" title={title}>
      <span className="meter" aria-hidden="true">
        <span className={fills[level] ?? "meter__fill"} style={style} />
      </span>
      {percent}
      <span className="visually-hidden"> – {title}</span>
    </span>
  );
}

/** "Harbor Row, Quarry Hill and 2 other communities". */
function toNames(usages: readonly TextPlanUsage[]): string {
  const names = usages.slice(0, maxNames).map(({ communityLabel }) => communityLabel);
  const others = usages.length - names.length;
  const all = others > 0 ? [...names, labels.others(others)] : names;
  return new Intl.ListFormat("en", { type: "conjunction" }).format(all);
}

/** Names the communities that have used 80 % or all of their text segments. */
export function PlanNotices({ usages }: { usages: readonly TextPlanUsage[] }) {
  const of = (level: TextPlanLevel) => usages.filter((usage) => usage.level === level);
  const [reached, near] = [of(TextPlanLevel.REACHED), of(TextPlanLevel.NEAR)];
  if (reached.length + near.length === 0) return null;
  return (
    <div className="notice notice--warning plan-notice" role="status">
      <Icon name="warning" />
      <div className="row__grow">
        {reached.length > 0 ? <p>{labels.reached(toNames(reached))}</p> : null}
        {near.length > 0 ? <p>{labels.near(toNames(near))}</p> : null}
        <p className="small secondary">{labels.stillSent}</p>
      </div>
    </div>
  );
}
