// Communities and their personas in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { TextCommunitySchema } from "../../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import { PersonaSchema, ReplacementSchema } from "../../../gen/parlor/v1/persona_pb";
import {
  PersonaPreviewService,
  PreviewOutcome,
} from "../../../gen/parlor/v1/persona_preview_service_pb";
import { answersOf } from "../answers";
import type { Db } from "../db";
import { notFound } from "../errors";
import { findCommunity } from "../lookup";
import { bestMatch } from "../seed/decisions";

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

export function registerCommunityHandlers(router: ConnectRouter, db: Db): void {
  router.service(CommunityService, {
    getCommunity({ id, includeAnswers }) {
      const community = findCommunity(db, id);
      const answers = includeAnswers ? answersOf(db, id) : [];
      return { textCommunity: Object.assign(clone(TextCommunitySchema, community), { answers }) };
    },
    getCommunityByTag({ tag }) {
      const wanted = tag.replaceAll(" ", "_").toLowerCase();
      const community = db.communities.find((one) => one.tag.toLowerCase() === wanted);
      if (!community) throw notFound();
      return { textCommunity: clone(TextCommunitySchema, community) };
    },
    listTurboCommunities({ query }) {
      const communities = db.communities
        .filter(({ label }) => contains(label, query))
        .map((community) => clone(TextCommunitySchema, community));
      return { communities };
    },
    setTraining({ id, isTraining = false }) {
      const community = findCommunity(db, id);
      community.isTraining = isTraining;
      db.publish(EventKind.COMMUNITY, id, id);
      return { textCommunity: clone(TextCommunitySchema, community) };
    },
    updatePersona({ id, originalText, newText, newReplacement, ...change }) {
      const community = findCommunity(db, id);
      const { prompt, temperature, useEmojis, botWaiver, homeownerAuth, collectionsMessage } =
        change;
      const set = { prompt, temperature, useEmojis, botWaiver, homeownerAuth, collectionsMessage };
      const entries = Object.entries(set).filter(([, value]) => value !== undefined);
      community.persona = Object.assign(
        community.persona ?? create(PersonaSchema),
        Object.fromEntries(entries),
      );
      const others = community.customVerbiage.filter((one) => one.originalText !== originalText);
      if (originalText && newText)
        others.push(create(ReplacementSchema, { originalText, newText }));
      if (newReplacement) others.push(newReplacement);
      community.customVerbiage = others;
      db.publish(EventKind.COMMUNITY, id, id);
      return { textCommunity: clone(TextCommunitySchema, community) };
    },
  });

  router.service(PersonaPreviewService, {
    previewPersona({ communityId, question, prompt, botWaiver = "" }) {
      const { customVerbiage } = findCommunity(db, communityId);
      const found = bestMatch(answersOf(db, communityId), question)?.answer;
      if (!found) {
        return { outcome: PreviewOutcome.ESCALATED, why: "No matching answer; sent to your team." };
      }
      const reply = customVerbiage.reduce(
        (text, pair) => text.replaceAll(pair.originalText, pair.newText),
        found.answer,
      );
      return {
        texts: [[botWaiver, prompt ? `${prompt}: ${reply}` : reply].filter(Boolean).join("\n\n")],
        outcome: prompt ? PreviewOutcome.WRITTEN : PreviewOutcome.VERBATIM,
        why: prompt ? "The writing model phrased it." : "There is no writing model.",
        answerId: found.id,
        answerQuestion: found.question,
        confidence: 0.9,
      };
    },
  });
}
