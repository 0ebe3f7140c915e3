import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import {
  EntryPermission,
  ServiceRequestKind,
  ServiceRequestSchema,
} from "../../../gen/parlor/v1/service_request_pb";
import { missingDetails } from "./missing-details";

const kind = ServiceRequestKind.MAINTENANCE;

test("a repair in a unit needs details, a phone, permission to enter and photos", () => {
  const request = create(ServiceRequestSchema, { kind, unit: "304" });
  expect(missingDetails(request)).toEqual([
    "Details",
    "Resident's phone number",
    "Permission to enter",
    "Photos",
  ]);
});

test("a repair without a location lists it first", () => {
  const request = create(ServiceRequestSchema, { kind, description: "Cold since Monday." });
  expect(missingDetails(request)[0]).toBe("Unit or location");
});

test("a complete request has no missing details", () => {
  const request = create(ServiceRequestSchema, {
    kind,
    unit: "304",
    description: "Cold since Monday.",
    contactPhone: "+15035550148",
    entryPermission: EntryPermission.ALLOWED,
    photoCount: 1,
  });
  expect(missingDetails(request)).toEqual([]);
});

test("a document needs neither a location nor photos", () => {
  const request = create(ServiceRequestSchema, {
    kind: ServiceRequestKind.DOCUMENT,
    description: "The budget of 2025.",
    contactPhone: "+15035550148",
  });
  expect(missingDetails(request)).toEqual([]);
});
