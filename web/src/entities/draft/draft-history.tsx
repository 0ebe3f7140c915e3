import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import type { DraftKind } from "../../gen/parlor/v1/draft_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { Button, ErrorState, Skeleton } from "../../ui";
import { useDrafts } from "./queries";

type Props = {
  title: string;
  none: string;
  more: string;
  kinds: DraftKind[];
  selected: string;
  toHref: (draft: { id: string; kind: DraftKind }) => string;
};

/** The user's drafts of the given kinds, most recently changed first. */
export function DraftHistory({ title, none, more, kinds, selected, toHref }: Props) {
  const { rows, problem, onRetry, more: next } = useDrafts(kinds);
  return (
    <section className="stack stack--tight" aria-label={title}>
      <h2 className="group-title">{title}</h2>
      {problem ? <ErrorState problem={problem} onRetry={onRetry} /> : null}
      {rows || problem ? null : <Skeleton wide="80%" />}
      {rows?.length === 0 ? <p className="caption">{none}</p> : null}
      {rows?.map((draft) => (
        <Link
          key={draft.id}
          className="draft-link"
          to={toHref(draft)}
          aria-current={draft.id === selected || undefined}
        >
          <span className="truncate">{showDirectionMarks(draft.title)}</span>
          <span className="caption">
            {draft.updatedAt ? formatDateTime(timestampDate(draft.updatedAt), new Date()) : ""}
          </span>
        </Link>
      ))}
      {next ? (
        <Button variant="link" size="small" pending={next.pending} onPress={next.onMore}>
          {more}
        </Button>
      ) : null}
    </section>
  );
}
