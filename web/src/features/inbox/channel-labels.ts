// Copy of the health of channels.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type ChannelHealth, ChannelState } from "../../gen/parlor/v1/channel_health_service_pb";
import { InboxChannel } from "../../gen/parlor/v1/inbox_service_pb";
import { NumberCarrier } from "../../gen/parlor/v1/number_carrier_pb";
import { formatDateTime } from "../../lib/format-date";
import { formatPhone } from "../../lib/names";
import type { IconName } from "../../ui";

export const channelLabels = {
  title: "Channels",
  hint: "Phone numbers, mailboxes and web chats of your communities.",
  none: "No channels. Add a phone number, a mailbox or a web chat to a community.",
  show: "Show channels",
  testPhone: "Test phone – no real texts are sent",
  /** "Harbor Row, (202) 555-0101". */
  name: ({ channel, communityLabel, address }: ChannelHealth) => {
    const shown = channel === InboxChannel.TEXT ? formatPhone(address) : address;
    return [communityLabel, shown || "web chat"].join(", ");
  },
  since: (time: string) => `Since ${time}`,
  broken: (count: number) =>
    count === 1 ? "1 channel isn't working" : `${count} channels aren't working`,
  degraded: (count: number) =>
    count === 1 ? "1 channel has a problem" : `${count} channels have problems`,
} as const;

type Shown = { label: string; icon: IconName; tone: "success" | "warning" | "danger" };

const working: Shown = { label: "Working", icon: "ok", tone: "success" };
const states: Partial<Record<ChannelState, Shown>> = {
  [ChannelState.DEGRADED]: { label: "Problem", icon: "warning", tone: "warning" },
  [ChannelState.BROKEN]: { label: "Not working", icon: "warning", tone: "danger" },
};

export const toShown = (state: ChannelState): Shown => states[state] ?? working;

const lastSigns: Partial<Record<InboxChannel, { last: string; none: string }>> = {
  [InboxChannel.TEXT]: { last: "Last text sent", none: "No texts sent yet" },
  [InboxChannel.EMAIL]: { last: "Last email received", none: "No emails yet" },
  [InboxChannel.WEB_CHAT]: { last: "Last message", none: "No messages yet" },
};

/** "Last text sent 10:41 AM". */
export function lastSignLabel({ channel, carrier, lastSuccessAt }: ChannelHealth, now: Date) {
  if (carrier === NumberCarrier.TEST_PHONE) return channelLabels.testPhone;
  const { last, none } = lastSigns[channel] ?? { last: "", none: "" };
  return lastSuccessAt ? `${last} ${formatDateTime(timestampDate(lastSuccessAt), now)}` : none;
}
