// Communities and their answers in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { generalCategory } from "../../../entities/answer/categories";
import { AnswerHistoryService } from "../../../gen/parlor/v1/answer_history_service_pb";
import { type Answer, AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { AnswerVersionSchema } from "../../../gen/parlor/v1/answer_version_pb";
import { Catalog } from "../../../gen/parlor/v1/catalog_pb";
import { TextCommunitySchema } from "../../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { ContradictionService } from "../../../gen/parlor/v1/contradiction_service_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import { KnowledgeService } from "../../../gen/parlor/v1/knowledge_service_pb";
import { PersonaSchema, ReplacementSchema } from "../../../gen/parlor/v1/persona_pb";
import {
  PersonaPreviewService,
  PreviewOutcome,
} from "../../../gen/parlor/v1/persona_preview_service_pb";
import { ReplayChange, ReplayService } from "../../../gen/parlor/v1/replay_service_pb";
import { UnansweredQuestionService } from "../../../gen/parlor/v1/unanswered_question_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";
import { findCommunity, requireAccount } from "../lookup";
import { bestMatch, questionKey } from "../seed/decisions";
import { parseImport } from "./answer-files";

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

export function registerKnowledgeHandlers(router: ConnectRouter, db: Db): void {
  const answersOf = (communityId: string) =>
    db.answers
      .filter((answer) => answer.communityId === communityId)
      .sort((one, other) =>
        `${one.category} ${one.question}`.localeCompare(`${other.category} ${other.question}`),
      );
  const mustBeNew = (communityId: string, question: string, id = "") => {
    const exists = answersOf(communityId).some(
      (one) => one.id !== id && one.question.toLowerCase() === question.toLowerCase(),
    );
    if (exists)
      throw createError(Code.AlreadyExists, "QUESTION_EXISTS", "The question exists already.");
  };
  const publish = (answer: Answer) => {
    db.publish(EventKind.ANSWER, answer.communityId, answer.id);
    return { answer };
  };

  router.service(CommunityService, {
    getCommunity({ id, includeAnswers }) {
      const community = findCommunity(db, id);
      const answers = includeAnswers ? answersOf(id) : [];
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
    setTraining({ id, isTraining }) {
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
      const found = bestMatch(answersOf(communityId), question)?.answer;
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

  router.service(KnowledgeService, {
    listAnswers({ communityId, query }) {
      findCommunity(db, communityId);
      const answers = answersOf(communityId).filter(
        (one) => !query || contains(`${one.question} ${one.answer}`, query),
      );
      return { answers };
    },
    getCoverage({ communityId }) {
      findCommunity(db, communityId);
      const answers = answersOf(communityId);
      return {
        answered: answers.filter(({ answer }) => answer !== "").length,
        total: answers.length,
      };
    },
    seedAnswersFromCatalog({ communityId, catalog = Catalog.FINE }) {
      findCommunity(db, communityId);
      const there = new Set(answersOf(communityId).map(({ question }) => question));
      const lacking = db.catalogs.intents.filter(
        (one) => one.catalog === catalog && !there.has(one.title),
      );
      const changes = lacking.map(({ key, category, title, samples }) => {
        const content = { category: category, question: title, samples, version: 1n };
        const id = `${communityId} ${key}`;
        db.answers.push(create(AnswerSchema, { id, communityId, ...content }));
        return { answerId: id, version: 1n };
      });
      return { added: changes.length, changes };
    },
    createAnswer({ communityId, category, question, samples, answer, source }, context) {
      const { user } = requireAccount(db, context);
      mustBeNew(communityId, question);
      const made = create(AnswerSchema, {
        id: db.id("answer"),
        communityId,
        category: category || generalCategory,
        question,
        samples,
        answer,
        source,
        version: 1n,
        updatedBy: `${user.firstName} ${user.lastName}`,
        updatedAt: timestampFromMs(db.now()),
      });
      db.answers.push(made);
      return publish(made);
    },
    updateAnswer(
      {
        communityId,
        id,
        version,
        category,
        question,
        answer,
        source,
        validUntil,
        addSamples,
        removeSamples,
      },
      context,
    ) {
      const { user } = requireAccount(db, context);
      const at = db.answers.findIndex((one) => one.id === id);
      const old = db.answers[at];
      if (!old) throw notFound();
      if (version !== 0n && version !== old.version) {
        throw createError(Code.Aborted, "ANSWER_CHANGED", "Somebody changed it.");
      }
      mustBeNew(communityId, question ?? old.question, id);
      const changed = Object.assign(clone(AnswerSchema, old), {
        category: category ?? old.category,
        question: question ?? old.question,
        answer: answer ?? old.answer,
        source: source ?? old.source,
        validUntil: validUntil ?? old.validUntil,
        samples: [
          ...new Set([...old.samples.filter((one) => !removeSamples.includes(one)), ...addSamples]),
        ],
        learnedSamples: old.learnedSamples.filter(
          (one) => ![...removeSamples, ...addSamples].includes(one),
        ),
        version: old.version + 1n,
        updatedBy: `${user.firstName} ${user.lastName}`,
        updatedAt: timestampFromMs(db.now()),
      });
      db.answers[at] = changed;
      db.versions.unshift(
        create(AnswerVersionSchema, {
          ...{ answerId: id, version: old.version, category: old.category, source: old.source },
          ...{ question: old.question, answer: old.answer, samples: old.samples },
        }),
      );
      return publish(changed);
    },
    deleteAnswer({ communityId, id }) {
      db.answers = db.answers.filter((one) => one.id !== id);
      db.publish(EventKind.ANSWER, communityId, id);
      return {};
    },
  });

  router.service(ContradictionService, {
    listContradictions() {
      return { contradictions: db.contradictions };
    },
  });

  router.service(AnswerHistoryService, {
    listAnswerVersions({ communityId, id }) {
      findCommunity(db, communityId);
      return { versions: db.versions.filter((one) => one.answerId === id) };
    },
    listRemovedAnswers() {
      return { answers: db.versions.filter(({ removed }) => removed) };
    },
    undoAnswerChanges({ communityId, changes }) {
      const kept: string[] = [];
      for (const { answerId, version } of changes) {
        const there = db.answers.find(({ id }) => id === answerId);
        const was = db.replaced.get(answerId);
        if (there?.version !== version) kept.push(there?.question ?? answerId);
        else db.answers = db.answers.flatMap((one) => (one === there ? (was ?? []) : one));
      }
      db.publish(EventKind.ANSWER, communityId, "");
      return { undone: changes.length - kept.length, keptCount: kept.length, kept };
    },
    restoreAnswer({ communityId, id, version }) {
      const was = db.versions.find(
        (one) => one.answerId === id && (version === 0n || one.version === version),
      );
      if (!was) throw notFound();
      const old = db.answers.find((one) => one.id === id);
      const { category, question, samples, answer, source } = was;
      const back = create(AnswerSchema, {
        ...{ id, communityId, category, question, samples, answer, source },
        version: (old?.version ?? was.version) + 1n,
      });
      db.answers = [...db.answers.filter((one) => one.id !== id), back];
      return publish(back);
    },
  });

  router.service(UnansweredQuestionService, {
    listUnansweredQuestions({ communityId }) {
      const answered = communityId ? answersOf(communityId).filter(({ answer }) => answer) : [];
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
      const now = answersOf(communityId);
      const changed = () => {
        mustBeNew(communityId, question, id);
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
