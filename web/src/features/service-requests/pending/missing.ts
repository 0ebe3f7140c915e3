// Missing details of a request that a decision may need.

import {
  EntryPermission,
  type ServiceRequest,
  ServiceRequestKind,
} from "../../../gen/parlor/v1/service_request_pb";

const { MAINTENANCE, ARCHITECTURAL, OTHER } = ServiceRequestKind;

/** Kinds of on-site work, where a photo helps to decide. */
const placed: readonly ServiceRequestKind[] = [MAINTENANCE, ARCHITECTURAL, OTHER];

/** Returns descriptions of the missing details, most important first. */
export function missingDetails(request: ServiceRequest): string[] {
  const missing: string[] = [];
  const hasPlace = request.unit !== "" || request.location !== "";
  if (placed.includes(request.kind) && !hasPlace) missing.push("Unit or location");
  if (!request.description) missing.push("Details");
  if (!request.contactPhone) missing.push("Resident's phone number");
  if (
    request.kind === MAINTENANCE &&
    request.unit &&
    request.entryPermission === EntryPermission.UNSPECIFIED
  ) {
    missing.push("Permission to enter");
  }
  if (placed.includes(request.kind) && request.photoCount === 0) missing.push("Photos");
  return missing;
}
