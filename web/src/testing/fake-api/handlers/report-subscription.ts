// The subscription to reports by email of the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  ReportSubscriptionSchema,
  ReportSubscriptionService,
} from "../../../gen/parlor/v1/report_subscription_service_pb";
import type { Db } from "../db";
import { requireAccount } from "../lookup";

export function registerReportSubscriptionHandlers(router: ConnectRouter, db: Db): void {
  const subscription = create(ReportSubscriptionSchema, { email: "dana@example.com" });
  router.service(ReportSubscriptionService, {
    getReportSubscription(_, context) {
      requireAccount(db, context);
      return { subscription };
    },
    updateReportSubscription({ frequency, communityId }, context) {
      requireAccount(db, context);
      const nextAt = frequency ? timestampFromMs(Date.now() + 86_400_000) : undefined;
      Object.assign(subscription, { frequency, communityId, nextAt });
      return { subscription };
    },
  });
}
