// Missing details of a request that a decision may need.

import {
  EntryPermission,
  type ServiceRequest,
  ServiceRequestKind,
} from "../../../gen/parlor/v1/service_request_pb";
import { labels } from "./labels";

const { MAINTENANCE, ARCHITECTURAL, OTHER } = ServiceRequestKind;

/** Kinds of on-site work, where a photo helps to decide. */
const placed: readonly ServiceRequestKind[] = [MAINTENANCE, ARCHITECTURAL, OTHER];

/** Returns descriptions of the missing details, most important first. */
export function missingDetails(request: ServiceRequest): string[] {
  const missing: string[] = [];
  const hasPlace = request.unit !== "" || request.location !== "";
  if (placed.includes(request.kind) && !hasPlace) missing.push(labels.unitOrLocation);
  if (!request.description) missing.push(labels.details);
  if (!request.contactPhone) missing.push(labels.residentsPhoneNumber);
  if (
    request.kind === MAINTENANCE &&
    request.unit &&
    request.entryPermission === EntryPermission.UNSPECIFIED
  ) {
    missing.push(labels.permissionToEnter);
  }
  if (placed.includes(request.kind) && request.photoCount === 0) missing.push(labels.photos);
  return missing;
}
