import { Link } from "react-router";
import { StateMark } from "../../../entities/service-request/state-mark";
import { screenRule } from "../../../entities/session/screen-access";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import { formatNumber } from "../../../lib/format-number";
import { labels } from "./labels";
import type { Stage } from "./stages";

export type StageCount = {
  total: number;
  overdue: number;
  /** Number of requests due within a day. */
  dueSoon: number;
  /** More pages follow, so the real numbers may be higher. */
  isPartial?: boolean;
};

const screens: Partial<Record<Stage["id"], { screen: Screen; label: string }>> = {
  pending: { screen: Screen.SERVICE_REQUEST_PENDING, label: labels.reviewAll },
  approved: { screen: Screen.SERVICE_REQUEST_APPROVED, label: labels.showAll },
};

type Props = { stage: Stage; headingId: string; count: StageCount };

/** "12"; "20+" if more pages follow. */
export function countLabel({ total, isPartial }: StageCount): string {
  return `${formatNumber(total)}${isPartial ? "+" : ""}`;
}

function AgeCount({
  level,
  count,
  words,
}: {
  level: "late" | "aging";
  count: number;
  words: string;
}) {
  if (count === 0) return null;
  return (
    <span className={`age age--${level}`}>
      <span className="age__dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {formatNumber(count)} {words}
    </span>
  );
}

export function ColumnHeader({ stage, headingId, count }: Props) {
  const link = screens[stage.id];
  return (
    <header className="board__head">
      <div className="board__name">
        <StateMark state={stage.states[0]} />
        <h2 id={headingId} className="panel-title">
          {stage.title}
        </h2>
        <span className="board__count">
          {countLabel(count)}
          <span className="visually-hidden"> {labels.requests}</span>
        </span>
        {link ? (
          <Link className="small" to={screenRule(link.screen).path}>
            {link.label}
          </Link>
        ) : null}
      </div>
      <p className="board__ages">
        <AgeCount level="late" count={count.overdue} words={labels.overdue} />
        <AgeCount level="aging" count={count.dueSoon} words={labels.dueSoon} />
        <span className="caption">{stage.hint}</span>
      </p>
    </header>
  );
}
