import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import type { Software } from "../../../gen/parlor/v1/software_pb";
import type { TextPlanUsage } from "../../../gen/parlor/v1/text_plan_service_pb";
import { formatPhone } from "../../../lib/names";
import { Badge, Button, CommunityAvatar, Menu } from "../../../ui";
import type { Column } from "../../../ui/table";
import { formatTimestampDay, sharedLabels } from "../labels";
import { CommunityCoverage } from "./coverage";
import { labels } from "./labels";
import { planLabels } from "./plan-labels";
import { PlanUsage } from "./plan-usage";
import type { OpenEscalations } from "./queries";
import { type Code, requiredCode, visibleCodes } from "./software-codes";

export type CommunityActions = {
  onOpen: (community: TextCommunity) => void;
  onDelete: (community: TextCommunity) => void;
  onRestore: (community: TextCommunity) => void;
  /** Number of open escalations; unset while it is unknown. */
  openEscalations: (community: TextCommunity) => OpenEscalations | undefined;
  /** What the community has used of its text plan; unset without a plan or while it is unknown. */
  planUsage: (community: TextCommunity) => TextPlanUsage | undefined;
  /** Returns whether the community is being restored. */
  busy: (community: TextCommunity) => boolean;
};

type Cell = Column<TextCommunity>;

const nothing = (words: string) => <span className="tertiary">{words}</span>;

function nameCell({ onOpen }: CommunityActions): Cell {
  return {
    id: "name",
    title: sharedLabels.community,
    compare: byText(({ label }) => label),
    cell: (community) => (
      <span className="row">
        <CommunityAvatar name={community.label} size="small" />
        {community.archivedAt ? (
          <span className="strong">{community.label}</span>
        ) : (
          <button type="button" className="table__name" onClick={() => onOpen(community)}>
            {community.label}
          </button>
        )}
      </span>
    ),
  };
}

/** The codes of a community by software; the one that its company's software requires first. */
function codeCell(software: Software): Cell {
  return {
    id: "code",
    title: labels.softwareCode,
    cell: (community) => {
      const codes = visibleCodes(community, software);
      if (codes.length === 0) return nothing(sharedLabels.none);
      return codes.map(({ field, name }) => (
        <span key={field} className="row">
          {name}{" "}
          {community[field] ? (
            <span>{community[field]}</span>
          ) : (
            <span className="caption caption--warning">{labels.missingCode}</span>
          )}
        </span>
      ));
    },
  };
}

const number: Cell = {
  id: "number",
  title: sharedLabels.number,
  cell: (community) =>
    community.number ? (
      <span className="nowrap">{formatPhone(community.number)}</span>
    ) : (
      nothing(labels.noNumberYet)
    ),
};

const units: Cell = {
  id: "units",
  title: labels.units,
  number: true,
  compare: (one, other) => one.units - other.units,
  cell: (community) => community.units || nothing(sharedLabels.notSet),
};

function statusLabel(community: TextCommunity, code: Code | undefined): string {
  if (community.company.length === 0) return labels.noCompany;
  return code && !community[code.field] ? labels.incomplete : labels.active;
}

function CommunityStatus(community: TextCommunity, code: Code | undefined) {
  const label = statusLabel(community, code);
  return <Badge tone={label === labels.active ? "success" : "warning"}>{label}</Badge>;
}

const byText = (toText: (community: TextCommunity) => string): Cell["compare"] => {
  return (one, other) => toText(one).localeCompare(toText(other), "en", { numeric: true });
};

const byNumber = (toNumber: (community: TextCommunity) => number): Cell["compare"] => {
  return (one, other) => toNumber(one) - toNumber(other);
};

function openCell(open: OpenEscalations | undefined) {
  if (open === undefined) return nothing("–");
  if (open.count === 0) return nothing("0");
  return open.isCapped ? `${open.count}+` : String(open.count);
}

/** Columns of active communities. */
export function liveColumns(actions: CommunityActions, software: Software): Cell[] {
  const code = requiredCode(software);
  return [
    nameCell(actions),
    units,
    codeCell(software),
    number,
    {
      id: "coverage",
      title: labels.coverage,
      cell: ({ id }) => <CommunityCoverage communityId={id} />,
    },
    {
      id: "plan",
      title: planLabels.column,
      cell: (community) => <PlanUsage usage={actions.planUsage(community)} />,
    },
    {
      id: "training",
      title: labels.training,
      compare: (one, other) => Number(other.isTraining) - Number(one.isTraining),
      cell: ({ isTraining }) => (isTraining ? labels.on : nothing(labels.off)),
    },
    {
      id: "open",
      title: labels.openEscalations,
      number: true,
      compare: byNumber((community) => actions.openEscalations(community)?.count ?? 0),
      cell: (community) => openCell(actions.openEscalations(community)),
    },
    {
      id: "status",
      title: sharedLabels.status,
      compare: byText((community) => statusLabel(community, code)),
      cell: (community) => CommunityStatus(community, code),
    },
    {
      id: "actions",
      title: sharedLabels.actions,
      actions: true,
      cell: (community) => (
        <Menu
          label={sharedLabels.actionsFor(community.label)}
          items={[
            {
              id: "change",
              label: sharedLabels.edit,
              icon: "pen",
              onAction: () => actions.onOpen(community),
            },
            "rule",
            {
              id: "delete",
              label: labels.delete,
              icon: "bin",
              danger: true,
              onAction: () => actions.onDelete(community),
            },
          ]}
          trigger={
            <Button
              variant="quiet"
              size="small"
              icon="dots"
              aria-label={sharedLabels.moreActionsFor(community.label)}
            />
          }
        />
      ),
    },
  ];
}

const dayMs = 86_400_000;
/** Allows for the clock of the page, which may be up to a minute behind. */
const roundingSlack = 60_000;

function remainingLabel({ restorableUntil }: TextCommunity, now: number): string {
  const until = restorableUntil ? timestampMs(restorableUntil) : now;
  const left = Math.ceil((until - now - roundingSlack) / dayMs);
  return left <= 1 ? labels.lessThanADay : labels.days(left);
}

/** Columns of deleted communities, with the reason and the time left to restore them. */
export function deletedColumns(actions: CommunityActions, now: number): Cell[] {
  return [
    nameCell(actions),
    { id: "when", title: labels.deleted, cell: ({ archivedAt }) => formatTimestampDay(archivedAt) },
    { id: "why", title: labels.deletionReason, cell: ({ archivedReason }) => archivedReason },
    {
      id: "left",
      title: labels.timeLeft,
      cell: (community) => <Badge tone="outline">{remainingLabel(community, now)}</Badge>,
    },
    {
      id: "actions",
      title: sharedLabels.actions,
      actions: true,
      cell: (community) => (
        <Button
          size="small"
          icon="undo"
          pending={actions.busy(community)}
          aria-label={labels.restoreCommunity(community.label)}
          onPress={() => actions.onRestore(community)}
        >
          {labels.restore}
        </Button>
      ),
    },
  ];
}
