// The playground in the house in memory: thresholds and replacements alone.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { type TextCommunity, TextCommunitySchema } from "../gen/parlor/v1/community_pb";
import { EventKind } from "../gen/parlor/v1/event_service_pb";
import { CautionSchema, PersonaSchema } from "../gen/parlor/v1/persona_pb";
import {
  PlaygroundService,
  ReplyOutcome,
  type Variant,
  VariantSchema,
} from "../gen/parlor/v1/playground_service_pb";
import { caller, communityOf, type Rooms, refusal } from "./house";
import { ranked } from "./house-phones";

function variantOf({ persona, customVerbiage }: TextCommunity): Variant {
  return create(VariantSchema, {
    prompt: persona?.prompt ?? "",
    temperature: persona?.temperature ?? 0.3,
    useEmojis: persona?.useEmojis ?? false,
    customVerbiage,
    caution: persona?.caution ?? create(CautionSchema, { answerFrom: 0.58, lead: 0.12 }),
  });
}

export function playground(router: ConnectRouter, rooms: Rooms): void {
  const reply = (communityId: string, question: string, variant: Variant) => {
    const answers = rooms.answers.filter((answer) => answer.communityId === communityId);
    const [best, next] = ranked(answers, question);
    const confidence = best?.confidence ?? 0;
    const answered = confidence >= (variant.caution?.answerFrom ?? 0.58);
    const likely = !answered && confidence >= 0.4;
    const say = (text: string) =>
      variant.customVerbiage.reduce(
        (said, { originalText, newText }) => said.replaceAll(originalText, newText),
        text,
      );
    return {
      outcome: answered
        ? ReplyOutcome.ANSWERED
        : likely
          ? ReplyOutcome.ASKED_BACK
          : ReplyOutcome.TO_STAFF,
      text:
        answered && best
          ? say(best.answer.answer)
          : likely
            ? `Did you mean: ${best?.answer.question}`
            : "I’m asking the office.",
      answerId: answered && best ? best.answer.id : "",
      question: best?.answer.question ?? "",
      confidence,
      nextQuestion: next?.answer.question ?? "",
      nextConfidence: next?.confidence ?? 0,
      reason: answered ? "Replied with the answer." : "Not near enough; staff answer.",
    };
  };

  router.service(PlaygroundService, {
    compareAnswers({ communityId, questions, left, right }, context) {
      caller(rooms, context);
      const now = variantOf(communityOf(rooms, communityId));
      const comparisons = questions.map((question) => {
        const sides = [left ?? now, right ?? now].map((one) => reply(communityId, question, one));
        const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]];
        return { question, left: one, right: other, differs: one.text !== other.text };
      });
      const totals = (side: "left" | "right") => {
        const ends = (outcome: ReplyOutcome) =>
          comparisons.filter((one) => one[side].outcome === outcome).length;
        return {
          answered: ends(ReplyOutcome.ANSWERED),
          toStaff: ends(ReplyOutcome.TO_STAFF),
          askedBack: ends(ReplyOutcome.ASKED_BACK),
        };
      };
      const differing = comparisons.filter(({ differs }) => differs).length;
      return { comparisons, left: totals("left"), right: totals("right"), differing };
    },
    listAskedQuestions({ communityId }, context) {
      caller(rooms, context);
      const asked = rooms.escalations.filter((one) => one.communityId === communityId);
      return { questions: [...new Set(asked.map(({ question }) => question))].slice(0, 50) };
    },
    promoteVariant({ communityId, before, after }, context) {
      caller(rooms, context);
      const community = communityOf(rooms, communityId);
      const old = variantOf(community);
      if (before?.caution?.answerFrom !== old.caution?.answerFrom) {
        throw refusal(Code.Aborted, "VARIANT_CHANGED", "Somebody changed it meanwhile.");
      }
      const { customVerbiage, prompt, temperature, useEmojis, caution } = after ?? old;
      const persona = community.persona ? clone(PersonaSchema, community.persona) : undefined;
      community.persona = Object.assign(persona ?? create(PersonaSchema), {
        ...{ prompt, temperature, useEmojis },
        ...(caution ? { caution } : {}),
      });
      community.customVerbiage = customVerbiage;
      rooms.tell(EventKind.COMMUNITY, communityId, communityId);
      return {
        textCommunity: clone(TextCommunitySchema, community),
        before: old,
        after: variantOf(community),
      };
    },
  });
}
