// Failed jobs of the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type DeadJob, DeadJobSchema, JobKind } from "../../../gen/parlor/v1/job_service_pb";

export const seedJobs: readonly [JobKind, string, string][] = [
  [JobKind.SEND_SYSTEM_EMAIL, "Send an email", "The mail server does not answer."],
  [JobKind.DELIVER_TEXT, "Send a text", "The carrier refuses the number."],
];

export function createDeadJobs(now: number): DeadJob[] {
  return seedJobs.map(([kind, purpose, problem], at) =>
    create(DeadJobSchema, {
      id: `job-${at}`,
      kind,
      purpose,
      problem,
      attempts: 12,
      createdAt: timestampFromMs(now - 86_400_000),
      diedAt: timestampFromMs(now - 3_600_000),
    }),
  );
}
