// Catalogs in the fake API: a draft and its published versions.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  CatalogChange,
  type CatalogDifference,
  CatalogDifferenceSchema,
  type CatalogIntent,
  CatalogIntentSchema,
  CatalogVersionSchema,
} from "../../../gen/parlor/v1/catalog_intent_pb";
import { CatalogService } from "../../../gen/parlor/v1/catalog_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";
import { cloneIntents, type StoredVersion } from "../seed/catalogs";

const categories = ["General Information", "Parking", "Pets"];

function toChanges(one: CatalogIntent, other: CatalogIntent): CatalogChange[] {
  const candidates: [CatalogChange, boolean][] = [
    [CatalogChange.RENAMED, one.title !== other.title],
    [CatalogChange.MOVED, one.category !== other.category],
    [CatalogChange.SAMPLES, one.samples.join("\n") !== other.samples.join("\n")],
    [CatalogChange.MAPPING, one.merged !== other.merged],
  ];
  return candidates.filter(([, hasChanged]) => hasChanged).map(([change]) => change);
}

function compare(
  before: readonly CatalogIntent[],
  after: readonly CatalogIntent[],
): CatalogDifference[] {
  const kept = after.flatMap((one) => {
    const was = before.find(({ key }) => key === one.key);
    const changes = was ? toChanges(was, one) : [CatalogChange.ADDED];
    if (changes.length === 0) return [];
    return [create(CatalogDifferenceSchema, { changes, after: one, ...(was && { before: was }) })];
  });
  const gone = before.filter(({ key }) => !after.some((one) => one.key === key));
  const removed = gone.map((one) =>
    create(CatalogDifferenceSchema, { changes: [CatalogChange.REMOVED], before: one }),
  );
  return [...kept, ...removed];
}

export function registerCatalogHandlers(router: ConnectRouter, db: Db): void {
  const all = db.catalogs;
  const last = (): StoredVersion => {
    const newest = all.kept.at(-1);
    if (!newest) throw notFound();
    return newest;
  };
  const keptAt = (number: number) => {
    if (number === 0) return all.intents;
    const found = all.kept.find(({ head }) => head.number === number);
    if (!found) throw notFound();
    return found.intents;
  };
  const draft = () => ({
    version: all.version,
    published: last().head.number,
    changes: compare(last().intents, all.intents).length,
    canUndo: all.before !== undefined,
    editedBy: all.editedBy,
    ...(all.editedBy && { editedAt: timestampFromMs(db.now()) }),
  });
  const same = (version: number) => {
    if (version !== all.version)
      throw createError(Code.Aborted, "DRAFT_CHANGED", "Somebody changed the draft.");
  };
  const become = (intents: CatalogIntent[], undoable = true) => {
    all.before = undoable ? all.intents : undefined;
    all.intents = intents;
    all.version += 1;
    all.editedBy = "Ines Duarte";
  };
  const publish = (intents: CatalogIntent[], note: string, restored = 0) => {
    const head = create(CatalogVersionSchema, {
      number: last().head.number + 1,
      note,
      publishedBy: "Ines Duarte",
      publishedAt: timestampFromMs(db.now()),
      restored,
      intents: intents.length,
    });
    all.kept.push({ head, intents: cloneIntents(intents) });
    become(cloneIntents(intents), false);
    return { published: head, draft: draft() };
  };
  const impact = (keys: readonly string[]) => ({
    communities: 12 * keys.length,
    answered: 8 * keys.length,
    questions: 140 * keys.length,
  });

  router.service(CatalogService, {
    getCatalogs() {
      const differences = compare(last().intents, all.intents);
      return { intents: cloneIntents(all.intents), draft: draft(), categories, differences };
    },
    getCatalogImpact({ keys }) {
      return { impact: impact(keys) };
    },
    editCatalogs({ version, dryRun, edit }) {
      same(version);
      const add = edit.case === "add" ? edit.value : undefined;
      const update = edit.case === "update" ? edit.value : undefined;
      const remove = edit.case === "remove" ? edit.value : undefined;
      const merge = edit.case === "merge" ? edit.value : undefined;
      const split = edit.case === "split" ? edit.value : undefined;
      let after = cloneIntents(all.intents);
      let [key = ""] = [update?.key ?? merge?.keys[0] ?? split?.key ?? ""];
      const named = remove?.keys ?? merge?.keys ?? [key].filter(Boolean);
      const one = after.find((it) => it.key === key);
      if (add) {
        key = db.id("intent");
        const { catalog, category, title, samples, merged } = add;
        const fields = { key, catalog, category, title, samples, merged };
        after.push(create(CatalogIntentSchema, fields));
      }
      if (update && one) {
        if (after.some((it) => it.key !== key && it.title === update.title))
          throw createError(Code.AlreadyExists, "INTENT_EXISTS", "There is one of that title.");
        one.title = update.title ?? one.title;
        one.category = update.category ?? one.category;
        one.merged = update.merged ?? one.merged;
        if (update.samples) one.samples = update.samples.samples;
      }
      if (remove) after = after.filter((it) => !remove.keys.includes(it.key));
      if (merge && one) {
        const { keys, title, category, samples } = merge;
        const those = after.filter((it) => keys.includes(it.key));
        one.samples = samples.length > 0 ? samples : those.flatMap((it) => it.samples);
        one.title = title || one.title;
        one.category = category || one.category;
        for (const fine of after) if (keys.includes(fine.merged)) fine.merged = key;
        after = after.filter((it) => it.key === key || !keys.includes(it.key));
      }
      if (split && one) {
        for (const [at, { title, samples, covers }] of split.parts.entries()) {
          const part = at === 0 ? one : clone(CatalogIntentSchema, one);
          Object.assign(part, { title, samples }, at === 0 ? {} : { key: db.id("intent") });
          if (at > 0) after.push(part);
          for (const fine of after) if (covers.includes(fine.key)) fine.merged = part.key;
        }
      }
      const differences = compare(all.intents, after);
      if (!dryRun) become(after);
      return { draft: draft(), differences, impact: impact(named), key: remove ? "" : key };
    },
    undoCatalogEdit({ version }) {
      same(version);
      if (!all.before)
        throw createError(Code.FailedPrecondition, "NOTHING_TO_UNDO", "Nothing to undo.");
      become(all.before, false);
      return { draft: draft() };
    },
    discardCatalogDraft({ version }) {
      same(version);
      become(cloneIntents(last().intents));
      return { draft: draft() };
    },
    importCatalog({ version, dryRun, catalog }) {
      same(version);
      const after = cloneIntents(all.intents);
      const fields = { key: "fish", catalog, category: "Pets", title: "Fish tanks" };
      after.push(
        create(CatalogIntentSchema, { ...fields, samples: ["how large a fish tank may i have"] }),
      );
      const differences = compare(all.intents, after);
      if (!dryRun) become(after);
      const rejected = [{ line: 3, title: "Flying", reason: "There is no category “Zeppelins”." }];
      return { draft: draft(), differences, unchanged: 2, rejected, rejectedCount: 1 };
    },
    exportCatalog() {
      return { name: "fine.csv", csv: "Category,Intent,Samples\r\n" };
    },
    listCatalogVersions() {
      return { versions: all.kept.map(({ head }) => head).reverse() };
    },
    compareCatalogVersions({ fromVersion, toVersion }) {
      return { differences: compare(keptAt(fromVersion), keptAt(toVersion)) };
    },
    publishCatalogs({ version, note }) {
      same(version);
      return publish(all.intents, note);
    },
    rollBackCatalogs({ version, number }) {
      same(version);
      return publish(keptAt(number), `Back to version ${number}.`, number);
    },
  });
}
