// The usage of text plans in the fake API.

import { create } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  TextPlanLevel,
  TextPlanService,
  TextPlanUsageSchema,
} from "../../../gen/parlor/v1/text_plan_service_pb";
import type { Db } from "../db";

const included = 1000;

function toLevel(used: number): TextPlanLevel {
  if (used >= included) return TextPlanLevel.REACHED;
  return used >= 0.8 * included ? TextPlanLevel.NEAR : TextPlanLevel.BELOW;
}

export function registerTextPlanHandlers(router: ConnectRouter, db: Db): void {
  router.service(TextPlanService, {
    listTextPlanUsage() {
      const usages = db.communities.map(({ id, label }) => {
        const used = db.usedSegments.get(id) ?? 0;
        return create(TextPlanUsageSchema, {
          communityId: id,
          communityLabel: label,
          month: "2025-11-01",
          usedSegments: BigInt(used),
          includedSegments: BigInt(included),
          level: toLevel(used),
        });
      });
      return { usages: usages.sort((a, b) => Number(b.usedSegments - a.usedSegments)) };
    },
  });
}
