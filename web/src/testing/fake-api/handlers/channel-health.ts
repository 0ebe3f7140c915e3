// The health of channels in the fake API: numbers and mailboxes work unless a test says otherwise.

import { create } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  type ChannelHealth,
  ChannelHealthSchema,
  ChannelHealthService,
  ChannelState,
} from "../../../gen/parlor/v1/channel_health_service_pb";
import { InboxChannel } from "../../../gen/parlor/v1/inbox_service_pb";
import { NumberCarrier } from "../../../gen/parlor/v1/number_carrier_pb";
import type { Db } from "../db";

function list(db: Db): ChannelHealth[] {
  const numbers = db.communities
    .filter(({ number }) => number !== "")
    .map(({ id, label, number }) =>
      create(ChannelHealthSchema, {
        channel: InboxChannel.TEXT,
        communityId: id,
        communityLabel: label,
        address: number,
        state: ChannelState.OK,
        carrier: db.numberCarriers.get(id) ?? NumberCarrier.TEST_PHONE,
      }),
    );
  const mailboxes = db.mailboxes.map(
    ({ communityId, communityLabel, address, problem, lastReceivedAt }) =>
      create(ChannelHealthSchema, {
        channel: InboxChannel.EMAIL,
        state: problem ? ChannelState.DEGRADED : ChannelState.OK,
        ...{ communityId, communityLabel, address, problem },
        ...(lastReceivedAt ? { lastSuccessAt: lastReceivedAt } : {}),
      }),
  );
  return [...numbers, ...mailboxes];
}

export function registerChannelHealthHandlers(router: ConnectRouter, db: Db): void {
  router.service(ChannelHealthService, {
    listChannelHealth() {
      const known = db.channelProblems;
      const of = (one: ChannelHealth) => known.find(({ address }) => address === one.address);
      const channels = list(db).map((one) => Object.assign(one, of(one)));
      return { channels: channels.sort((one, other) => other.state - one.state) };
    },
  });
}
