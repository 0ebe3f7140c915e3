// Answers in the fake database.

import { Code } from "@connectrpc/connect";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { Db } from "./db";
import { createError } from "./errors";

export function answersOf(db: Db, communityId: string): Answer[] {
  return db.answers
    .filter((answer) => answer.communityId === communityId)
    .sort((one, other) =>
      `${one.category} ${one.question}`.localeCompare(`${other.category} ${other.question}`),
    );
}

/** Refuses a question that another answer of the community has. */
export function requireNewQuestion(db: Db, communityId: string, question: string, id = ""): void {
  const exists = answersOf(db, communityId).some(
    (one) => one.id !== id && one.question.toLowerCase() === question.toLowerCase(),
  );
  if (exists)
    throw createError(Code.AlreadyExists, "QUESTION_EXISTS", "The question exists already.");
}
