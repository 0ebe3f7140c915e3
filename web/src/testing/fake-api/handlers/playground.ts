// The playground in the fake API. It considers thresholds and replacements only.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { type TextCommunity, TextCommunitySchema } from "../../../gen/parlor/v1/community_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import { ConfidenceThresholdsSchema, PersonaSchema } from "../../../gen/parlor/v1/persona_pb";
import {
  PlaygroundService,
  ReplyOutcome,
  type Variant,
  VariantSchema,
} from "../../../gen/parlor/v1/playground_service_pb";
import type { Db } from "../db";
import { createError } from "../errors";
import { findCommunity } from "../lookup";
import { rankAnswers } from "../seed/decisions";

function toVariant({ persona, customVerbiage }: TextCommunity): Variant {
  return create(VariantSchema, {
    prompt: persona?.prompt ?? "",
    temperature: persona?.temperature ?? 0.3,
    useEmojis: persona?.useEmojis ?? false,
    customVerbiage,
    confidenceThresholds:
      persona?.confidenceThresholds ??
      create(ConfidenceThresholdsSchema, { minConfidence: 0.58, minMargin: 0.12 }),
  });
}

export function registerPlaygroundHandlers(router: ConnectRouter, db: Db): void {
  const reply = (communityId: string, question: string, variant: Variant) => {
    const answers = db.answers.filter((answer) => answer.communityId === communityId);
    const [best, next] = rankAnswers(answers, question);
    const confidence = best?.confidence ?? 0;
    const answered = confidence >= (variant.confidenceThresholds?.minConfidence ?? 0.58);
    const likely = !answered && confidence >= 0.4;
    const say = (text: string) =>
      variant.customVerbiage.reduce(
        (replaced, { originalText, newText }) => replaced.replaceAll(originalText, newText),
        text,
      );
    return {
      outcome: answered
        ? ReplyOutcome.ANSWERED
        : likely
          ? ReplyOutcome.DISAMBIGUATED
          : ReplyOutcome.ESCALATED,
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
      reason: answered
        ? "Replied with the answer."
        : "Below the confidence needed; sent to your team.",
    };
  };

  router.service(PlaygroundService, {
    compareAnswers({ communityId, questions, left, right }) {
      const now = toVariant(findCommunity(db, communityId));
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
          escalated: ends(ReplyOutcome.ESCALATED),
          disambiguated: ends(ReplyOutcome.DISAMBIGUATED),
        };
      };
      const differing = comparisons.filter(({ differs }) => differs).length;
      return { comparisons, left: totals("left"), right: totals("right"), differing };
    },
    listAskedQuestions({ communityId }) {
      const escalations = db.escalations.filter((one) => one.communityId === communityId);
      return { questions: [...new Set(escalations.map(({ question }) => question))].slice(0, 50) };
    },
    promoteVariant({ communityId, before, after }) {
      const community = findCommunity(db, communityId);
      const old = toVariant(community);
      if (before?.confidenceThresholds?.minConfidence !== old.confidenceThresholds?.minConfidence) {
        throw createError(Code.Aborted, "VARIANT_CHANGED", "Somebody changed it meanwhile.");
      }
      const { customVerbiage, prompt, temperature, useEmojis, confidenceThresholds } = after ?? old;
      const persona = community.persona ? clone(PersonaSchema, community.persona) : undefined;
      community.persona = Object.assign(persona ?? create(PersonaSchema), {
        ...{ prompt, temperature, useEmojis },
        ...(confidenceThresholds ? { confidenceThresholds } : {}),
      });
      community.customVerbiage = customVerbiage;
      db.publish(EventKind.COMMUNITY, communityId, communityId);
      return {
        textCommunity: clone(TextCommunitySchema, community),
        before: old,
        after: toVariant(community),
      };
    },
  });
}
