// Communities and their answers in the house in memory.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { AnswerHistoryService } from "../gen/parlor/v1/answer_history_service_pb";
import { type Answer, AnswerSchema } from "../gen/parlor/v1/answer_pb";
import { Catalogue } from "../gen/parlor/v1/catalogue_pb";
import { TextCommunitySchema } from "../gen/parlor/v1/community_pb";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { ContradictionService } from "../gen/parlor/v1/contradiction_service_pb";
import { EventKind } from "../gen/parlor/v1/event_service_pb";
import { GapService } from "../gen/parlor/v1/gap_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { PersonaSchema, ReplacementSchema } from "../gen/parlor/v1/persona_pb";
import { ReplayChange, ReplayService } from "../gen/parlor/v1/replay_service_pb";
import { PreviewOutcome, VoiceService } from "../gen/parlor/v1/voice_service_pb";
import { generalTopic } from "../lib/topics";
import { caller, communityOf, notFound, type Rooms, refusal } from "./house";
import { broughtBy } from "./house-files";
import { bestOf } from "./house-phones";

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

export function library(router: ConnectRouter, rooms: Rooms): void {
  const answersOf = (communityId: string) =>
    rooms.answers
      .filter((answer) => answer.communityId === communityId)
      .sort((one, other) =>
        `${one.topic} ${one.question}`.localeCompare(`${other.topic} ${other.question}`),
      );
  const mustBeNew = (communityId: string, question: string, id = "") => {
    const taken = answersOf(communityId).some(
      (one) => one.id !== id && one.question.toLowerCase() === question.toLowerCase(),
    );
    if (taken) throw refusal(Code.AlreadyExists, "QUESTION_EXISTS", "The question exists already.");
  };
  const said = (answer: Answer) => {
    rooms.tell(EventKind.ANSWER, answer.communityId, answer.id);
    return { answer };
  };

  router.service(CommunityService, {
    getCommunity({ id, includeAnswers }, context) {
      caller(rooms, context);
      const community = communityOf(rooms, id);
      const answers = includeAnswers ? answersOf(id) : [];
      return { textCommunity: Object.assign(clone(TextCommunitySchema, community), { answers }) };
    },
    getCommunityByTag({ tag }, context) {
      caller(rooms, context);
      const wanted = tag.replaceAll(" ", "_").toLowerCase();
      const community = rooms.communities.find((one) => one.tag.toLowerCase() === wanted);
      if (!community) throw notFound();
      return { textCommunity: clone(TextCommunitySchema, community) };
    },
    listTurboCommunities({ searchQuery }, context) {
      caller(rooms, context);
      const communities = rooms.communities
        .filter(({ label }) => contains(label, searchQuery))
        .map((community) => clone(TextCommunitySchema, community));
      return { communities };
    },
    setTraining({ id, isTraining }, context) {
      caller(rooms, context);
      const community = communityOf(rooms, id);
      community.isTraining = isTraining;
      rooms.tell(EventKind.COMMUNITY, id, id);
      return { textCommunity: clone(TextCommunitySchema, community) };
    },
    updatePersona({ id, originalText, newText, newReplacement, ...change }, context) {
      caller(rooms, context);
      const community = communityOf(rooms, id);
      const { prompt, temperature, useEmojis, botWaiver, homeownerAuth, collectionsMessage } =
        change;
      const set = { prompt, temperature, useEmojis, botWaiver, homeownerAuth, collectionsMessage };
      const told = Object.entries(set).filter(([, value]) => value !== undefined);
      community.persona = Object.assign(
        community.persona ?? create(PersonaSchema),
        Object.fromEntries(told),
      );
      const others = community.customVerbiage.filter((one) => one.originalText !== originalText);
      if (originalText && newText)
        others.push(create(ReplacementSchema, { originalText, newText }));
      if (newReplacement) others.push(newReplacement);
      community.customVerbiage = others;
      rooms.tell(EventKind.COMMUNITY, id, id);
      return { textCommunity: clone(TextCommunitySchema, community) };
    },
  });

  router.service(VoiceService, {
    previewPersona({ communityId, question, prompt, botWaiver = "" }, context) {
      caller(rooms, context);
      const { customVerbiage } = communityOf(rooms, communityId);
      const found = answersOf(communityId).find((one) => contains(one.question, question));
      if (!found) {
        return { outcome: PreviewOutcome.ESCALATED, why: "Nothing comes near; staff answer." };
      }
      const said = customVerbiage.reduce(
        (text, pair) => text.replaceAll(pair.originalText, pair.newText),
        found.answer,
      );
      return {
        texts: [[botWaiver, prompt ? `${prompt}: ${said}` : said].filter(Boolean).join("\n\n")],
        outcome: prompt ? PreviewOutcome.WRITTEN : PreviewOutcome.VERBATIM,
        why: prompt ? "The writing model worded it." : "There is no writing model.",
        answerId: found.id,
        answerQuestion: found.question,
        confidence: 0.9,
      };
    },
  });

  router.service(KnowledgeService, {
    listAnswers({ communityId, searchQuery }, context) {
      caller(rooms, context);
      communityOf(rooms, communityId);
      const answers = answersOf(communityId).filter(
        (one) => !searchQuery || contains(`${one.question} ${one.answer}`, searchQuery),
      );
      return { answers };
    },
    addCatalogue({ communityId, catalogue = Catalogue.FINE }, context) {
      caller(rooms, context);
      communityOf(rooms, communityId);
      const there = new Set(answersOf(communityId).map(({ question }) => question));
      const lacking = rooms.catalogues.intents.filter(
        (one) => one.catalogue === catalogue && !there.has(one.title),
      );
      const changes = lacking.map(({ key, category, title, samples }) => {
        const asked = { topic: category, question: title, samples, version: 1n };
        const id = `${communityId} ${key}`;
        rooms.answers.push(create(AnswerSchema, { id, communityId, ...asked }));
        return { answerId: id, version: 1n };
      });
      return { added: changes.length, changes };
    },
    createAnswer({ communityId, topic, question, samples, answer, source }, context) {
      const { user } = caller(rooms, context);
      mustBeNew(communityId, question);
      const made = create(AnswerSchema, {
        id: rooms.id("answer"),
        communityId,
        topic: topic || generalTopic,
        question,
        samples,
        answer,
        source,
        version: 1n,
        updatedBy: `${user.firstName} ${user.lastName}`,
        updatedAt: timestampFromMs(rooms.now()),
      });
      rooms.answers.push(made);
      return said(made);
    },
    updateAnswer(
      {
        communityId,
        id,
        version,
        topic,
        question,
        answer,
        source,
        validUntil,
        addSamples,
        removeSamples,
      },
      context,
    ) {
      const { user } = caller(rooms, context);
      const at = rooms.answers.findIndex((one) => one.id === id);
      const old = rooms.answers[at];
      if (!old) throw notFound();
      if (version !== 0n && version !== old.version) {
        throw refusal(Code.Aborted, "ANSWER_CHANGED", "Somebody changed it.");
      }
      mustBeNew(communityId, question ?? old.question, id);
      const changed = Object.assign(clone(AnswerSchema, old), {
        topic: topic ?? old.topic,
        question: question ?? old.question,
        answer: answer ?? old.answer,
        source: source ?? old.source,
        validUntil: validUntil ?? old.validUntil,
        samples: [
          ...new Set([...old.samples.filter((one) => !removeSamples.includes(one)), ...addSamples]),
        ],
        taught: old.taught.filter((one) => ![...removeSamples, ...addSamples].includes(one)),
        version: old.version + 1n,
        updatedBy: `${user.firstName} ${user.lastName}`,
        updatedAt: timestampFromMs(rooms.now()),
      });
      rooms.answers[at] = changed;
      return said(changed);
    },
    deleteAnswer({ communityId, id }, context) {
      caller(rooms, context);
      rooms.answers = rooms.answers.filter((one) => one.id !== id);
      rooms.tell(EventKind.ANSWER, communityId, id);
      return {};
    },
  });

  router.service(ContradictionService, {
    listContradictions(_, context) {
      caller(rooms, context);
      return { contradictions: rooms.contradictions };
    },
  });

  router.service(AnswerHistoryService, {
    listAnswerVersions({ communityId, id }, context) {
      caller(rooms, context);
      communityOf(rooms, communityId);
      return { versions: rooms.versions.filter((one) => one.answerId === id) };
    },
    listRemovedAnswers(_, context) {
      caller(rooms, context);
      return { answers: rooms.versions.filter(({ removed }) => removed) };
    },
    undoAnswerChanges({ communityId, changes }, context) {
      caller(rooms, context);
      const kept: string[] = [];
      for (const { answerId, version } of changes) {
        const there = rooms.answers.find(({ id }) => id === answerId);
        const was = rooms.replaced.get(answerId);
        if (there?.version !== version) kept.push(there?.question ?? answerId);
        else rooms.answers = rooms.answers.flatMap((one) => (one === there ? (was ?? []) : one));
      }
      rooms.tell(EventKind.ANSWER, communityId, "");
      return { undone: changes.length - kept.length, keptCount: kept.length, kept };
    },
    restoreAnswer({ communityId, id, version }, context) {
      caller(rooms, context);
      const was = rooms.versions.find(
        (one) => one.answerId === id && (version === 0n || one.version === version),
      );
      if (!was) throw notFound();
      const old = rooms.answers.find((one) => one.id === id);
      const { topic, question, samples, answer, source } = was;
      const back = create(AnswerSchema, {
        ...{ id, communityId, topic, question, samples, answer, source },
        version: (old?.version ?? was.version) + 1n,
      });
      rooms.answers = [...rooms.answers.filter((one) => one.id !== id), back];
      return said(back);
    },
  });

  router.service(GapService, {
    listGaps({ communityId }, context) {
      caller(rooms, context);
      const answered = communityId ? answersOf(communityId).filter(({ answer }) => answer) : [];
      const known = new Set(answered.flatMap(({ question, samples }) => [question, ...samples]));
      const asked = rooms.escalations.filter(
        (one) =>
          (communityId === "" || one.communityId === communityId) &&
          one.suggestedConfidence < 0.5 &&
          !one.botTrained &&
          !known.has(one.question),
      );
      const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
      const groups: (typeof asked)[] = [];
      for (const one of asked) {
        const mine = words(one.question);
        const group = groups.find(([first]) => {
          const theirs = words(first?.question ?? "");
          return [...mine].filter((word) => theirs.has(word)).length * 2 > theirs.size;
        });
        if (group) group.push(one);
        else groups.push([one]);
      }
      const gaps = groups.map((group) => ({
        id: group[0]?.id ?? "",
        wordings: [...new Set(group.map(({ question }) => question))].slice(0, 3),
        ways: group.length,
        asked: group.length,
        residents: group.length,
        communities: 1,
        lastAskedAt: timestampFromMs(rooms.now()),
        reply: group.find(({ answer }) => answer)?.answer ?? "",
      }));
      return { gaps, asked: asked.length };
    },
  });

  router.service(ReplayService, {
    async replayQuestions(
      { communityId, data, keepAnswered, id, question = "", answer = "", samples, ...change },
      context,
    ) {
      caller(rooms, context);
      await rooms.replaying;
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
        const { differences } = broughtBy(data, now, keepAnswered);
        const afters = differences.map(({ after }) => after);
        return [...now.filter(({ id }) => !afters.some((one) => one.id === id)), ...afters];
      };
      const then = data ? filed() : changed();
      const asked = rooms.escalations.filter((one) => one.communityId === communityId);
      const flips = asked.flatMap(({ messageId, question: text, askedAt }) => {
        const [was, is] = [bestOf(now, text), bestOf(then, text)];
        if (was === is || (was && is && was.answer.id === is.answer.id)) return [];
        const change = !is
          ? ReplayChange.ESCALATED
          : was
            ? ReplayChange.OTHER_ANSWER
            : ReplayChange.ANSWERED;
        const [told, tells] = [was?.answer.question ?? "", is?.answer.question ?? ""];
        return [{ messageId, text, askedAt, change, before: told, after: tells }];
      });
      return { asked: asked.length, flipped: flips.length, flips };
    },
  });
}
