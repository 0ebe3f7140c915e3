import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import type { DraftKind, DraftSummary } from "../../gen/parlor/v1/draft_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { Badge, Button, ErrorState, SegmentedControl, Skeleton } from "../../ui";
import { useDrafts } from "./queries";
import { sharingLabels } from "./sharing-labels";

type Labels = { title: string; none: string; noneShared: string; more: string };

type Props = {
  labels: Labels;
  kinds: DraftKind[];
  /** Whether to list the drafts that are shared with the company. */
  isShared: boolean;
  onShared: (isShared: boolean) => void;
  selected: string;
  toHref: (draft: { id: string; kind: DraftKind }) => string;
};

const mine = "mine";
const shared = "shared";
const scopes = [
  { value: mine, label: sharingLabels.mine },
  { value: shared, label: sharingLabels.shared },
];

function DraftLink({
  draft,
  href,
  isOpen,
}: {
  draft: DraftSummary;
  href: string;
  isOpen: boolean;
}) {
  return (
    <Link className="draft-link" to={href} aria-current={isOpen || undefined}>
      <span className="truncate">{showDirectionMarks(draft.title)}</span>
      <span className="draft-link__foot">
        <span className="caption">
          {draft.updatedAt ? formatDateTime(timestampDate(draft.updatedAt), new Date()) : ""}
        </span>
        {draft.sharedAt ? <Badge tone="info">{sharingLabels.sharedBy(draft)}</Badge> : null}
      </span>
    </Link>
  );
}

/** Drafts of the given kinds, most recently changed first: the user's own, or the shared ones. */
export function DraftHistory({ labels, kinds, isShared, onShared, selected, toHref }: Props) {
  const { rows, problem, onRetry, more: next } = useDrafts(kinds, isShared);
  const title = isShared ? sharingLabels.sharedTitle : labels.title;
  return (
    <section className="stack stack--tight" aria-label={title}>
      <h2 className="group-title">{title}</h2>
      <div>
        <SegmentedControl
          size="small"
          label={sharingLabels.scope}
          options={scopes}
          value={isShared ? shared : mine}
          onChange={(value) => onShared(value === shared)}
        />
      </div>
      {problem ? <ErrorState problem={problem} onRetry={onRetry} /> : null}
      {rows || problem ? null : <Skeleton wide="80%" />}
      {rows?.length === 0 ? (
        <p className="caption">{isShared ? labels.noneShared : labels.none}</p>
      ) : null}
      {rows?.map((draft) => (
        <DraftLink
          key={draft.id}
          draft={draft}
          href={toHref(draft)}
          isOpen={draft.id === selected}
        />
      ))}
      {next ? (
        <Button variant="link" size="small" pending={next.pending} onPress={next.onMore}>
          {labels.more}
        </Button>
      ) : null}
    </section>
  );
}
