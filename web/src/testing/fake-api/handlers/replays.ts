// Replays of questions in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { ReplayChange, ReplayService } from "../../../gen/parlor/v1/replay_service_pb";
import { answersOf, requireNewQuestion } from "../answers";
import type { Db } from "../db";
import { notFound } from "../errors";
import { bestMatch } from "../seed/decisions";
import { parseImport } from "./answer-files";

export function registerReplayHandlers(router: ConnectRouter, db: Db): void {
  router.service(ReplayService, {
    async replayQuestions({
      communityId,
      data,
      keepAnswered,
      id,
      question = "",
      answer = "",
      samples,
      ...change
    }) {
      await db.replaying;
      const now = answersOf(db, communityId);
      const changed = () => {
        requireNewQuestion(db, communityId, question, id);
        const before = now.find((one) => one.id === id);
        if (id && !before) throw notFound();
        const after = clone(AnswerSchema, before ?? create(AnswerSchema));
        if (question) after.question = question;
        if (answer) after.answer = answer;
        after.samples = after.samples.filter((one) => !change.removeSamples.includes(one));
        after.samples.push(...samples);
        return [...now.filter((one) => one.id !== id), ...(change.remove ? [] : [after])];
      };
      const filed = () => {
        const { differences } = parseImport(data, now, keepAnswered);
        const afters = differences.map(({ after }) => after);
        return [...now.filter(({ id }) => !afters.some((one) => one.id === id)), ...afters];
      };
      const then = data ? filed() : changed();
      const escalations = db.escalations.filter((one) => one.communityId === communityId);
      const differences = escalations.flatMap(({ messageId, question: text, askedAt }) => {
        const [was, is] = [bestMatch(now, text), bestMatch(then, text)];
        if (was === is || (was && is && was.answer.id === is.answer.id)) return [];
        const change = !is
          ? ReplayChange.ESCALATED
          : was
            ? ReplayChange.OTHER_ANSWER
            : ReplayChange.ANSWERED;
        const [before, after] = [was?.answer.question ?? "", is?.answer.question ?? ""];
        return [{ messageId, text, askedAt, change, before, after }];
      });
      return { asked: escalations.length, differenceCount: differences.length, differences };
    },
  });
}
