// Files of answers in the fake API. They have the columns question and answer, without quoting.

import { clone, create } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { generalCategory } from "../../../entities/answer/categories";
import { AnswerFileService } from "../../../gen/parlor/v1/answer_file_service_pb";
import { type Answer, AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import type { Db } from "../db";
import { fieldError } from "../errors";
import { findCommunity } from "../lookup";

/** Returns the changes that importing a file makes. */
export function parseImport(data: string, existing: readonly Answer[], keepAnswered: boolean) {
  const [head = "", ...lines] = atob(data.split(",").pop() ?? "")
    .trim()
    .split("\n");
  if (head !== "question,answer") throw fieldError("data", "The first line names no column.");
  const read = lines.map((text, at) => {
    const [question = "", answer = ""] = text.split(",");
    return { line: at + 2, question, answer };
  });
  const good = read
    .filter(({ question }) => question)
    .map(({ question, answer }) => ({
      before: existing.find((one) => one.question === question),
      question,
      answer,
    }));
  const others = good.filter(({ before, answer }) => before?.answer !== answer);
  const kept = others.filter(({ before }) => keepAnswered && before?.answer);
  const differences = others
    .filter((one) => !kept.includes(one))
    .map(({ before, question, answer }) => {
      const made = create(AnswerSchema, { question, category: generalCategory });
      const after = before ? clone(AnswerSchema, before) : made;
      Object.assign(after, { answer, version: after.version + 1n });
      return { before, after };
    });
  const rejected = read
    .filter(({ question }) => !question)
    .map(({ line, question }) => ({ line, question, reason: "It has no question." }));
  return { differences, kept: kept.length, unchanged: good.length - others.length, rejected };
}

export function registerAnswerFileHandlers(router: ConnectRouter, db: Db): void {
  const of = (id: string) => db.answers.filter(({ communityId }) => communityId === id);

  router.service(AnswerFileService, {
    exportAnswers({ communityId }) {
      const lines = of(communityId).map(({ question, answer }) => `${question},${answer}`);
      const name = `${findCommunity(db, communityId).label} answers.csv`;
      return { name, csv: ["question,answer", ...lines].join("\n") };
    },
    importAnswers({ communityId, data, keepAnswered, dryRun }) {
      findCommunity(db, communityId);
      const would = parseImport(data, of(communityId), keepAnswered);
      const added = would.differences.filter(({ before }) => !before).length;
      const result = {
        ...would,
        added,
        changed: would.differences.length - added,
        rejectedCount: would.rejected.length,
        preview: JSON.stringify(would.differences.map(({ after }) => after.answer)),
      };
      if (dryRun) return result;
      const changes = would.differences.map(({ before, after }) => {
        const made = Object.assign(after, { communityId, id: after.id || db.id("answer") });
        db.replaced.set(made.id, before);
        db.answers = [...db.answers.filter(({ id }) => id !== made.id), made];
        return { answerId: made.id, version: made.version };
      });
      db.publish(EventKind.ANSWER, communityId, communityId);
      return { ...result, changes };
    },
  });
}
