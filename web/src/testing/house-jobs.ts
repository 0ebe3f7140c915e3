// What was given up in the house in memory.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { type DeadJob, DeadJobSchema, JobService } from "../gen/parlor/v1/job_service_pb";
import { notFound, type Rooms } from "./house";
import { administrator } from "./house-office";

const given: readonly [string, string, string][] = [
  ["mail", "Send a mail", "The mail server does not answer."],
  ["text", "Send a text", "The carrier refuses the number."],
];

export function createDead(now: number): DeadJob[] {
  return given.map(([kind, purpose, problem], at) =>
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

export function backroom(router: ConnectRouter, rooms: Rooms): void {
  const letGo = (id: string) => {
    if (!rooms.dead.some((job) => job.id === id)) throw notFound();
    rooms.dead = rooms.dead.filter((job) => job.id !== id);
  };
  router.service(JobService, {
    listDeadJobs({ kind }, context) {
      administrator(rooms, context);
      return {
        jobs: rooms.dead.filter((job) => !kind || job.kind === kind),
        kinds: rooms.dead.map((job) => ({ kind: job.kind, purpose: job.purpose, count: 1 })),
      };
    },
    replayJob({ id }, context) {
      administrator(rooms, context);
      letGo(id);
      return {};
    },
    replayJobs({ kind }, context) {
      administrator(rooms, context);
      const before = rooms.dead.length;
      rooms.dead = rooms.dead.filter((job) => job.kind !== kind);
      return { replayed: before - rooms.dead.length };
    },
    discardJob({ id }, context) {
      administrator(rooms, context);
      letGo(id);
      return {};
    },
  });
}
