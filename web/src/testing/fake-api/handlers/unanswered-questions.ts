// Unanswered questions in the fake API.

import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { UnansweredQuestionService } from "../../../gen/parlor/v1/unanswered_question_service_pb";
import { answersOf } from "../answers";
import type { Db } from "../db";
import { questionKey } from "../seed/decisions";

export function registerUnansweredQuestionHandlers(router: ConnectRouter, db: Db): void {
  router.service(UnansweredQuestionService, {
    listUnansweredQuestions({ communityId }) {
      const answered = communityId ? answersOf(db, communityId).filter(({ answer }) => answer) : [];
      const utterances = new Set(
        answered.flatMap(({ question, samples }) => [question, ...samples]),
      );
      const escalations = db.escalations.filter(
        (one) =>
          (communityId === "" || one.communityId === communityId) &&
          one.suggestedConfidence < 0.5 &&
          !one.botTrained &&
          !utterances.has(one.question),
      );
      const keys = new Set(escalations.map(({ question }) => questionKey(question)));
      const groups = [...keys].map((key) =>
        escalations.filter(({ question }) => questionKey(question) === key),
      );
      const unansweredQuestions = groups.map((group) => ({
        id: group[0]?.id ?? "",
        utterances: [...new Set(group.map(({ question }) => question))].slice(0, 3),
        distinctTexts: group.length,
        timesAsked: group.length,
        residentCount: group.length,
        communityCount: 1,
        lastAskedAt: timestampFromMs(db.now()),
        reply: group.find(({ answer }) => answer)?.answer ?? "",
      }));
      return { unansweredQuestions, consideredTexts: escalations.length };
    },
  });
}
