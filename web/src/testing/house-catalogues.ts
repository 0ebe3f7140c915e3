// The catalogues in the house in memory: a draft, and the versions that were published.

import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  CatalogueChange,
  type CatalogueDifference,
  CatalogueDifferenceSchema,
  type CatalogueIntent,
  CatalogueIntentSchema,
  type CatalogueVersion,
  CatalogueVersionSchema,
} from "../gen/parlor/v1/catalogue_intent_pb";
import { Catalogue } from "../gen/parlor/v1/catalogue_pb";
import { CatalogueService } from "../gen/parlor/v1/catalogue_service_pb";
import { caller, notFound, type Rooms, refusal } from "./house";

const categories = ["General Information", "Parking", "Pets"];

type Init = MessageInitShape<typeof CatalogueIntentSchema>;

const shipped: readonly Init[] = [
  {
    key: "meeting-dates",
    catalogue: Catalogue.FINE,
    category: "General Information",
    title: "Board meeting dates",
    samples: ["when is the next board meeting"],
    merged: "meetings",
  },
  {
    key: "dogs",
    catalogue: Catalogue.FINE,
    category: "Pets",
    title: "Dogs",
    samples: ["may i have a big dog"],
    merged: "pets",
  },
  {
    key: "cats",
    catalogue: Catalogue.FINE,
    category: "Pets",
    title: "Cats",
    samples: ["are cats allowed in here"],
    merged: "pets",
  },
  {
    key: "meetings",
    catalogue: Catalogue.MERGED,
    category: "General Information",
    title: "Board and meetings",
    samples: ["who is on the board", "when does the board meet"],
  },
  {
    key: "pets",
    catalogue: Catalogue.MERGED,
    category: "Pets",
    title: "Pets",
    samples: ["what are the pet rules", "how many pets may i have"],
  },
  {
    key: "company-hours",
    catalogue: Catalogue.COMPANY,
    category: "General Information",
    title: "Office hours",
    samples: ["when is your office open"],
  },
];

type Kept = { head: CatalogueVersion; intents: CatalogueIntent[] };

const copied = (intents: readonly CatalogueIntent[]) =>
  intents.map((one) => clone(CatalogueIntentSchema, one));

export function createCatalogues(now: number) {
  const intents = shipped.map((one) => create(CatalogueIntentSchema, one));
  const first: Kept = {
    head: create(CatalogueVersionSchema, {
      number: 1,
      note: "What Parlor came with.",
      publishedAt: timestampFromMs(now - 9 * 86_400_000),
      intents: intents.length,
    }),
    intents: copied(intents),
  };
  return {
    version: 1,
    intents,
    before: undefined as CatalogueIntent[] | undefined,
    editedBy: "",
    kept: [first],
  };
}

function changesOf(one: CatalogueIntent, other: CatalogueIntent): CatalogueChange[] {
  const ways: [CatalogueChange, boolean][] = [
    [CatalogueChange.RENAMED, one.title !== other.title],
    [CatalogueChange.MOVED, one.category !== other.category],
    [CatalogueChange.SAMPLES, one.samples.join("\n") !== other.samples.join("\n")],
    [CatalogueChange.MAPPING, one.merged !== other.merged],
  ];
  return ways.filter(([, so]) => so).map(([way]) => way);
}

function compare(
  before: readonly CatalogueIntent[],
  after: readonly CatalogueIntent[],
): CatalogueDifference[] {
  const kept = after.flatMap((one) => {
    const was = before.find(({ key }) => key === one.key);
    const changes = was ? changesOf(was, one) : [CatalogueChange.ADDED];
    if (changes.length === 0) return [];
    return [
      create(CatalogueDifferenceSchema, { changes, after: one, ...(was && { before: was }) }),
    ];
  });
  const gone = before.filter(({ key }) => !after.some((one) => one.key === key));
  const removed = gone.map((one) =>
    create(CatalogueDifferenceSchema, { changes: [CatalogueChange.REMOVED], before: one }),
  );
  return [...kept, ...removed];
}

export function shelves(router: ConnectRouter, rooms: Rooms): void {
  const all = rooms.catalogues;
  const last = (): Kept => {
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
    ...(all.editedBy && { editedAt: timestampFromMs(rooms.now()) }),
  });
  const same = (version: number) => {
    if (version !== all.version)
      throw refusal(Code.Aborted, "DRAFT_CHANGED", "Somebody changed the draft.");
  };
  const become = (intents: CatalogueIntent[], undoable = true) => {
    all.before = undoable ? all.intents : undefined;
    all.intents = intents;
    all.version += 1;
    all.editedBy = "Ines Duarte";
  };
  const publish = (intents: CatalogueIntent[], note: string, restored = 0) => {
    const head = create(CatalogueVersionSchema, {
      number: last().head.number + 1,
      note,
      publishedBy: "Ines Duarte",
      publishedAt: timestampFromMs(rooms.now()),
      restored,
      intents: intents.length,
    });
    all.kept.push({ head, intents: copied(intents) });
    become(copied(intents), false);
    return { published: head, draft: draft() };
  };
  const impact = (keys: readonly string[]) => ({
    communities: 12 * keys.length,
    answered: 8 * keys.length,
    questions: 140 * keys.length,
  });

  router.service(CatalogueService, {
    getCatalogues(_, context) {
      caller(rooms, context);
      const differences = compare(last().intents, all.intents);
      return { intents: copied(all.intents), draft: draft(), categories, differences };
    },
    getCatalogueImpact({ keys }, context) {
      caller(rooms, context);
      return { impact: impact(keys) };
    },
    editCatalogues({ version, dryRun, add, update, remove, merge, split }, context) {
      caller(rooms, context);
      same(version);
      let after = copied(all.intents);
      let [key = ""] = [update?.key ?? merge?.keys[0] ?? split?.key ?? ""];
      const named = remove?.keys ?? merge?.keys ?? [key].filter(Boolean);
      const one = after.find((it) => it.key === key);
      if (add) {
        key = rooms.id("intent");
        const { catalogue, category, title, samples, merged } = add;
        const fields = { key, catalogue, category, title, samples, merged };
        after.push(create(CatalogueIntentSchema, fields));
      }
      if (update && one) {
        if (after.some((it) => it.key !== key && it.title === update.title))
          throw refusal(Code.AlreadyExists, "INTENT_EXISTS", "There is one of that title.");
        one.title = update.title ?? one.title;
        one.category = update.category ?? one.category;
        one.merged = update.merged ?? one.merged;
        if (update.samples.length > 0) one.samples = update.samples;
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
          const part = at === 0 ? one : clone(CatalogueIntentSchema, one);
          Object.assign(part, { title, samples }, at === 0 ? {} : { key: rooms.id("intent") });
          if (at > 0) after.push(part);
          for (const fine of after) if (covers.includes(fine.key)) fine.merged = part.key;
        }
      }
      const differences = compare(all.intents, after);
      if (!dryRun) become(after);
      return { draft: draft(), differences, impact: impact(named), key: remove ? "" : key };
    },
    undoCatalogueEdit({ version }, context) {
      caller(rooms, context);
      same(version);
      if (!all.before)
        throw refusal(Code.FailedPrecondition, "NOTHING_TO_UNDO", "Nothing to undo.");
      become(all.before, false);
      return { draft: draft() };
    },
    discardCatalogueDraft({ version }, context) {
      caller(rooms, context);
      same(version);
      become(copied(last().intents));
      return { draft: draft() };
    },
    importCatalogue({ version, dryRun, catalogue }, context) {
      caller(rooms, context);
      same(version);
      const after = copied(all.intents);
      const fields = { key: "fish", catalogue, category: "Pets", title: "Fish tanks" };
      after.push(
        create(CatalogueIntentSchema, { ...fields, samples: ["how large a fish tank may i have"] }),
      );
      const differences = compare(all.intents, after);
      if (!dryRun) become(after);
      const rejected = [{ line: 3, title: "Flying", reason: "There is no category “Zeppelins”." }];
      return { draft: draft(), differences, unchanged: 2, rejected, rejectedCount: 1 };
    },
    exportCatalogue(_, context) {
      caller(rooms, context);
      return { name: "fine.csv", csv: "Category,Intent,Samples\r\n" };
    },
    listCatalogueVersions(_, context) {
      caller(rooms, context);
      return { versions: all.kept.map(({ head }) => head).reverse() };
    },
    compareCatalogueVersions({ fromVersion, toVersion }, context) {
      caller(rooms, context);
      return { differences: compare(keptAt(fromVersion), keptAt(toVersion)) };
    },
    publishCatalogues({ version, note }, context) {
      caller(rooms, context);
      same(version);
      return publish(all.intents, note);
    },
    rollBackCatalogues({ version, number }, context) {
      caller(rooms, context);
      same(version);
      return publish(keptAt(number), `Back to version ${number}.`, number);
    },
  });
}
