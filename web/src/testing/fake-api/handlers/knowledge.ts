// Answers in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { generalCategory } from "../../../entities/answer/categories";
import { AnswerHistoryService } from "../../../gen/parlor/v1/answer_history_service_pb";
import { type Answer, AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { AnswerVersionSchema } from "../../../gen/parlor/v1/answer_version_pb";
import { Catalog } from "../../../gen/parlor/v1/catalog_pb";
import { ContradictionService } from "../../../gen/parlor/v1/contradiction_service_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import { KnowledgeService } from "../../../gen/parlor/v1/knowledge_service_pb";
import { answersOf, requireNewQuestion } from "../answers";
import type { Db } from "../db";
import { createError, notFound } from "../errors";
import { findCommunity, requireAccount } from "../lookup";

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

export function registerKnowledgeHandlers(router: ConnectRouter, db: Db): void {
  const publish = (answer: Answer) => {
    db.publish(EventKind.ANSWER, answer.communityId, answer.id);
    return { answer };
  };

  router.service(KnowledgeService, {
    listAnswers({ communityId, query }) {
      findCommunity(db, communityId);
      const answers = answersOf(db, communityId).filter(
        (one) => !query || contains(`${one.question} ${one.answer}`, query),
      );
      return { answers };
    },
    searchAnswers({ query, firstCommunityIds }) {
      const place = ({ communityId }: { communityId: string }) =>
        firstCommunityIds.includes(communityId) ? firstCommunityIds.indexOf(communityId) : Infinity;
      const answers = db.communities
        .flatMap(({ id }) => answersOf(db, id))
        .filter((one) => one.answer && contains(`${one.question} ${one.answer}`, query))
        .sort((one, other) => (place(one) < place(other) ? -1 : 1));
      return { answers: answers.slice(0, 20) };
    },
    getCoverage({ communityId }) {
      findCommunity(db, communityId);
      const answers = answersOf(db, communityId);
      return {
        answered: answers.filter(({ answer }) => answer !== "").length,
        total: answers.length,
      };
    },
    seedAnswersFromCatalog({ communityId, catalog = Catalog.FINE }) {
      findCommunity(db, communityId);
      const there = new Set(answersOf(db, communityId).map(({ question }) => question));
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
      requireNewQuestion(db, communityId, question);
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
      requireNewQuestion(db, communityId, question ?? old.question, id);
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
}
