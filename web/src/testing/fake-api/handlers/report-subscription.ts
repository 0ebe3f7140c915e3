// Subscription to reports by email in the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  ReportSubscriptionSchema,
  ReportSubscriptionService,
} from "../../../gen/parlor/v1/report_subscription_service_pb";

export function registerReportSubscriptionHandlers(router: ConnectRouter): void {
  const subscription = create(ReportSubscriptionSchema, { email: "dana@example.com" });
  router.service(ReportSubscriptionService, {
    getReportSubscription() {
      return { subscription };
    },
    updateReportSubscription({ frequency, communityId }) {
      const nextAt = frequency ? timestampFromMs(Date.now() + 86_400_000) : undefined;
      Object.assign(subscription, { frequency, communityId, nextAt });
      return { subscription };
    },
  });
}
