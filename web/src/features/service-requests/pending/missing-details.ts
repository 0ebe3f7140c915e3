// Missing details of a request that a decision may need.

import {
  EntryPermission,
  type ServiceRequest,
  ServiceRequestKind,
} from "../../../gen/parlor/v1/service_request_pb";
import { missingLabels } from "./labels";

const { MAINTENANCE, ARCHITECTURAL, OTHER } = ServiceRequestKind;

/** Kinds of on-site work, where a photo helps to decide. */
const placed: readonly ServiceRequestKind[] = [MAINTENANCE, ARCHITECTURAL, OTHER];

/** Returns descriptions of the missing details, most important first. */
export function missingDetails(request: ServiceRequest): string[] {
  const missing: string[] = [];
  const hasPlace = request.unit !== "" || request.location !== "";
  if (placed.includes(request.kind) && !hasPlace) missing.push(missingLabels.place);
  if (!request.description) missing.push(missingLabels.details);
  if (!request.contactPhone) missing.push(missingLabels.phone);
  if (
    request.kind === MAINTENANCE &&
    request.unit &&
    request.entryPermission === EntryPermission.UNSPECIFIED
  ) {
    missing.push(missingLabels.entry);
  }
  if (placed.includes(request.kind) && request.photoCount === 0) missing.push(missingLabels.photos);
  return missing;
}
