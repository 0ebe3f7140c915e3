import { Icon } from "../../ui";
import { channelNames } from "./labels";
import type { Channel } from "./url-state";

/** The icon of a channel. */
export function ChannelMark({ channel }: { channel: Exclude<Channel, ""> }) {
  const { label, icon } = channelNames[channel];
  return (
    <span className="channel" title={label}>
      <Icon name={icon} size="small" />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
