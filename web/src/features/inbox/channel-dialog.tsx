import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type ChannelHealth, ChannelState } from "../../gen/parlor/v1/channel_health_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { useNow } from "../../lib/use-now";
import { Badge, Dialog, Icon } from "../../ui";
import { channelLabels as labels, lastSignLabel, toShown } from "./channel-labels";
import { channelNames, toChannelName } from "./labels";
import { ListState } from "./list-state";
import { useChannelHealth } from "./queries";

/** Lists the channels, those with a problem first. */
export default function ChannelDialog({ onClose }: { onClose: () => void }) {
  const query = useChannelHealth();
  const channels = query.data ?? [];
  return (
    <Dialog open title={labels.title} onClose={onClose}>
      <p className="small secondary">{labels.hint}</p>
      <ListState query={query} isEmpty={channels.length === 0} empty={labels.none} />
      <ul className="channel-list" aria-label={labels.title}>
        {channels.map((health) => (
          <Channel
            key={`${health.channel} ${health.communityId} ${health.address}`}
            health={health}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Channel({ health }: { health: ChannelHealth }) {
  const now = new Date(useNow());
  const { label, icon, tone } = toShown(health.state);
  const channel = channelNames[toChannelName(health.channel)];
  const { problem, problemSince } = health;
  const isOk = health.state === ChannelState.OK;
  return (
    <li>
      <span className="channel" title={channel.label}>
        <Icon name={channel.icon} size="small" />
      </span>
      <div>
        <p className="strong">{showDirectionMarks(labels.name(health))}</p>
        {isOk ? null : <p className="small">{problem}</p>}
        <p className="small secondary">
          {isOk || !problemSince
            ? lastSignLabel(health, now)
            : labels.since(formatDateTime(timestampDate(problemSince), now))}
        </p>
      </div>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
    </li>
  );
}
