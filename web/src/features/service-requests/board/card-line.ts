// The most relevant detail of a request, for its card.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { estimateStateLabels, formatCents } from "../../../entities/service-request/action-labels";
import { kindIcons, kindLabels } from "../../../entities/service-request/labels";
import {
  EstimateState,
  type ServiceRequest,
  ServiceRequestKind,
} from "../../../gen/parlor/v1/service_request_pb";
import { formatLongMonthDay } from "../../../lib/format-date";
import type { IconName } from "../../../ui";
import { sharedLabels } from "../labels";

export type CardLine = { icon: IconName; text: string; strong?: boolean };

export function toCardLine(request: ServiceRequest): CardLine | undefined {
  const { estimateState, estimateCents, deferredUntil, vendor, photoCount, kind } = request;
  if (estimateState === EstimateState.PENDING) {
    const text = `${estimateStateLabels[estimateState]}, ${formatCents(estimateCents ?? 0)}`;
    return { icon: "coin", text, strong: true };
  }
  if (deferredUntil) {
    const day = formatLongMonthDay(timestampDate(deferredUntil));
    return { icon: "calendar", text: sharedLabels.until(day) };
  }
  if (vendor) return { icon: "wrench", text: vendor };
  if (photoCount > 0) {
    return { icon: "camera", text: sharedLabels.photoCount(photoCount) };
  }
  if (kind !== ServiceRequestKind.MAINTENANCE) {
    return { icon: kindIcons[kind] ?? "note", text: kindLabels[kind] ?? "" };
  }
  return undefined;
}
