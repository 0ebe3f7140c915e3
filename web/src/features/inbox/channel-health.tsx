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

/** Returns what is wrong with the channels; empty if nothing is. */
export function useChannelProblem(): string {
  const broken = useCount(ChannelState.BROKEN);
  const degraded = useCount(ChannelState.DEGRADED);
  if (broken > 0) return labels.broken(broken);
  return degraded > 0 ? labels.degraded(degraded) : "";
}

/** Opens the list of channels, and tells whether one has a problem. */
export function ChannelHealthButton({ problem, onOpen }: Props & { problem: string }) {
  return (
    <Button
      variant="quiet"
      icon={problem ? "warning" : "ok"}
      className={problem ? "channel-health--problem" : undefined}
      onPress={onOpen}
      aria-label={problem ? `${labels.title}: ${problem}` : labels.title}
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
