// Failed jobs in the fake API.

import type { ConnectRouter } from "@connectrpc/connect";
import { JobService } from "../../../gen/parlor/v1/job_service_pb";
import type { Db } from "../db";
import { notFound } from "../errors";

export function registerJobHandlers(router: ConnectRouter, db: Db): void {
  const letGo = (id: string) => {
    if (!db.deadJobs.some((job) => job.id === id)) throw notFound();
    db.deadJobs = db.deadJobs.filter((job) => job.id !== id);
  };
  router.service(JobService, {
    listDeadJobs({ kind }) {
      return {
        jobs: db.deadJobs.filter((job) => !kind || job.kind === kind),
        kinds: db.deadJobs.map((job) => ({ kind: job.kind, purpose: job.purpose, count: 1 })),
      };
    },
    replayJob({ id }) {
      letGo(id);
      return {};
    },
    replayJobs({ kind }) {
      const before = db.deadJobs.length;
      db.deadJobs = db.deadJobs.filter((job) => job.kind !== kind);
      return { replayed: before - db.deadJobs.length };
    },
    discardJob({ id }) {
      letGo(id);
      return {};
    },
  });
}
