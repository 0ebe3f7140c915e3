import type { ReactNode } from "react";
import { ChannelState } from "../../gen/parlor/v1/channel_health_service_pb";
import { Button, Icon } from "../../ui";
import { channelLabels as labels } from "./channel-labels";
import { useChannelHealth } from "./queries";

type Props = { onOpen: () => void };

/** Returns how many channels are in a state. */
function useCount(state: ChannelState): number {
  return useChannelHealth().data?.filter((one) => one.state === state).length ?? 0;
}

/** Opens the list of channels, and tells whether one has a problem. */
export function ChannelHealthButton({ onOpen }: Props) {
  const broken = useCount(ChannelState.BROKEN);
  const degraded = useCount(ChannelState.DEGRADED);
  const isOk = broken + degraded === 0;
  const problem = broken > 0 ? labels.broken(broken) : labels.degraded(degraded);
  return (
    <Button
      variant="quiet"
      icon={isOk ? "ok" : "warning"}
      // On a phone it appears only when something is wrong.
      className={isOk ? "only-desk" : "channel-health--problem"}
      onPress={onOpen}
      aria-label={isOk ? labels.title : `${labels.title}: ${problem}`}
    >
      {labels.title}
    </Button>
  );
}

/** Shown while a channel is broken. */
export function BrokenChannels({ onOpen }: Props): ReactNode {
  const count = useCount(ChannelState.BROKEN);
  const first = useChannelHealth().data?.[0];
  if (count === 0 || !first) return null;
  return (
    <div className="notice notice--danger channel-health" role="status">
      <Icon name="warning" />
      <p className="row__grow">
        <b>{labels.broken(count)}.</b> {labels.name(first)}: {first.problem}
      </p>
      <Button size="small" onPress={onOpen}>
        {labels.show}
      </Button>
    </div>
  );
}
