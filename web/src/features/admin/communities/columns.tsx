import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { formatPhone } from "../../../lib/names";
import { Badge, Button, CommunityAvatar, Menu } from "../../../ui";
import type { Column } from "../../../ui/table";
import { formatTimestampDay } from "../labels";
import { CommunityCoverage } from "./coverage";
import type { Code } from "./software-codes";

export type CommunityActions = {
  onOpen: (community: TextCommunity) => void;
  onDelete: (community: TextCommunity) => void;
  onRestore: (community: TextCommunity) => void;
  /** Number of open escalations, such as "3" or "200+"; unset while it is unknown. */
  openEscalations: (community: TextCommunity) => string | undefined;
  /** Returns whether the community is being restored. */
  busy: (community: TextCommunity) => boolean;
};

type Cell = Column<TextCommunity>;

const nothing = (words: string) => <span className="tertiary">{words}</span>;

function nameCell({ onOpen }: CommunityActions): Cell {
  return {
    id: "name",
    title: "Community",
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

function codeCell(code: Code): Cell {
  return {
    id: "code",
    title: `Code in ${code.name}`,
    cell: (community) =>
      community[code.field] || <span className="caption caption--warning">Missing</span>,
  };
}

const number: Cell = {
  id: "number",
  title: "Number",
  cell: (community) =>
    community.number ? (
      <span className="nowrap">{formatPhone(community.number)}</span>
    ) : (
      nothing("None yet")
    ),
};

const units: Cell = {
  id: "units",
  title: "Homes",
  number: true,
  cell: (community) => community.units || nothing("Not set"),
};

function CommunityStatus(community: TextCommunity, code: Code | undefined) {
  if (community.company.length === 0) return <Badge tone="warning">No company</Badge>;
  if (code && !community[code.field]) return <Badge tone="warning">Incomplete</Badge>;
  return <Badge tone="success">Active</Badge>;
}

function openCell(count: string | undefined) {
  if (count === undefined) return nothing("–");
  return count === "0" ? nothing("0") : count;
}

/** Columns of active communities. */
export function liveColumns(actions: CommunityActions, code: Code | undefined): Cell[] {
  return [
    nameCell(actions),
    units,
    ...(code ? [codeCell(code)] : []),
    number,
    {
      id: "coverage",
      title: "Coverage",
      cell: ({ id }) => <CommunityCoverage communityId={id} />,
    },
    {
      id: "training",
      title: "Training",
      cell: ({ isTraining }) => (isTraining ? "On" : nothing("Off")),
    },
    {
      id: "open",
      title: "Open",
      number: true,
      cell: (community) => openCell(actions.openEscalations(community)),
    },
    { id: "status", title: "Status", cell: (community) => CommunityStatus(community, code) },
    {
      id: "actions",
      title: "Actions",
      actions: true,
      cell: (community) => (
        <Menu
          label={`Actions for ${community.label}`}
          items={[
            {
              id: "change",
              label: "Edit",
              icon: "pen",
              onAction: () => actions.onOpen(community),
            },
            "rule",
            {
              id: "delete",
              label: "Delete…",
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
              aria-label={`More actions for ${community.label}`}
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
  return left <= 1 ? "Less than a day" : `${left} days`;
}

/** Columns of deleted communities, with the reason and the time left to restore them. */
export function deletedColumns(actions: CommunityActions, now: number): Cell[] {
  return [
    nameCell(actions),
    { id: "when", title: "Deleted", cell: ({ archivedAt }) => formatTimestampDay(archivedAt) },
    { id: "why", title: "Reason", cell: ({ archivedReason }) => archivedReason },
    {
      id: "left",
      title: "Time left to restore",
      cell: (community) => <Badge tone="outline">{remainingLabel(community, now)}</Badge>,
    },
    {
      id: "actions",
      title: "Actions",
      actions: true,
      cell: (community) => (
        <Button
          size="small"
          icon="undo"
          pending={actions.busy(community)}
          aria-label={`Restore ${community.label}`}
          onPress={() => actions.onRestore(community)}
        >
          Restore
        </Button>
      ),
    },
  ];
}
