import { Link } from "react-router";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { countLabel } from "../../../lib/count-label";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Badge } from "../../../ui";
import type { Column } from "../../../ui/table";
import { useAudienceCommunities } from "../audience-communities";
import { labels as blastLabels, blastTimeLabel, stateLabel } from "../labels";
import { Progress } from "../progress";
import { useAudiences } from "../queries";
import { readableText } from "../readable-text";
import { toSearch, useBlastsUrlState } from "../url-state";
import { firstLine, labels } from "./labels";

export function StateBadge({ state }: Pick<Blast, "state">) {
  const { label, tone } = stateLabel(state);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Number of communities that a blast goes to, or the name of its saved audience. */
function useAudienceLabel() {
  const saved = useAudiences().rows ?? [];
  return ({ audience }: Blast): string => {
    const source = audience?.source;
    if (source?.case === "filter") {
      return countLabel(source.value.communityIds.length, "community", "communities");
    }
    const name = saved.find(({ id }) => id === source?.value)?.name;
    return name ? showDirectionMarks(name) : blastLabels.savedAudience;
  };
}

export function useBlastColumns(): Column<Blast>[] {
  const audienceLabel = useAudienceLabel();
  const communitiesOf = useAudienceCommunities();
  const [{ tab }] = useBlastsUrlState();
  return [
    {
      id: "title",
      title: labels.columns.title,
      cell: ({ id, title, body, audience }) => (
        <span className="stack blasts__title">
          <Link className="table__name" to={toSearch({ tab, blast: id })}>
            {showDirectionMarks(title)}
          </Link>
          <span className="caption truncate">
            {firstLine(readableText(body, communitiesOf(audience?.source)))}
          </span>
        </span>
      ),
    },
    { id: "audience", title: labels.columns.recipients, cell: audienceLabel },
    {
      id: "state",
      title: labels.columns.status,
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      id: "progress",
      title: blastLabels.progress,
      cell: ({ counts }) =>
        counts ? (
          <Progress counts={counts} />
        ) : (
          <span className="secondary">{labels.notStarted}</span>
        ),
    },
    {
      id: "time",
      title: labels.columns.time,
      cell: (blast) => <span className="secondary small">{blastTimeLabel(blast)}</span>,
    },
  ];
}
