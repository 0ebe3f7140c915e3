// The audit trail of the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  AuditAction,
  AuditChangeSchema,
  type AuditEntry,
  AuditEntrySchema,
} from "../../../gen/parlor/v1/audit_service_pb";

export const seedEntries: readonly [string, string, AuditAction, string][] = [
  ["dana", "Dana Okafor", AuditAction.SESSION_OPENED, "Logged in."],
  ["dana", "Dana Okafor", AuditAction.COMMUNITY_UPDATED, "Changed Harbor Row."],
  ["marcus", "Marcus Bell", AuditAction.ANSWER_UPDATED, "Changed an answer of Harbor Row."],
  ["", "", AuditAction.COMPANY_SYNCED, "Synced: 1 added, 0 changed, 0 removed."],
];

const seedChanges: Partial<Record<AuditAction, AuditEntry["changes"]>> = {
  [AuditAction.COMMUNITY_UPDATED]: [
    create(AuditChangeSchema, { field: "timeZone", before: "UTC", after: "America/New_York" }),
    create(AuditChangeSchema, { field: "escalationEmail", before: "desk@harbor.example" }),
  ],
};

export function createAuditEntries(now: number): AuditEntry[] {
  return seedEntries.map(([actorId, actor, action, summary], at) =>
    create(AuditEntrySchema, {
      id: `deed-${at}`,
      at: timestampFromMs(now - at * 3_600_000),
      actorId,
      actor,
      action,
      summary,
      changes: seedChanges[action] ?? [],
    }),
  );
}
