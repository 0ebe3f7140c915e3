// The catalog of the fake API: a draft and its published versions.

import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type CatalogIntent,
  CatalogIntentSchema,
  type CatalogVersion,
  CatalogVersionSchema,
} from "../../../gen/parlor/v1/catalog_intent_pb";
import { Catalog } from "../../../gen/parlor/v1/catalog_pb";

export type Init = MessageInitShape<typeof CatalogIntentSchema>;

export const seedIntents: readonly Init[] = [
  {
    key: "meeting-dates",
    catalog: Catalog.FINE,
    category: "General Information",
    title: "Board meeting dates",
    samples: ["when is the next board meeting"],
    merged: "meetings",
  },
  {
    key: "dogs",
    catalog: Catalog.FINE,
    category: "Pets",
    title: "Dogs",
    samples: ["may i have a big dog"],
    merged: "pets",
  },
  {
    key: "cats",
    catalog: Catalog.FINE,
    category: "Pets",
    title: "Cats",
    samples: ["are cats allowed in here"],
    merged: "pets",
  },
  {
    key: "meetings",
    catalog: Catalog.MERGED,
    category: "General Information",
    title: "Board and meetings",
    samples: ["who is on the board", "when does the board meet"],
  },
  {
    key: "pets",
    catalog: Catalog.MERGED,
    category: "Pets",
    title: "Pets",
    samples: ["what are the pet rules", "how many pets may i have"],
  },
  {
    key: "company-hours",
    catalog: Catalog.COMPANY,
    category: "General Information",
    title: "Office hours",
    samples: ["when is your office open"],
  },
];

export type StoredVersion = { head: CatalogVersion; intents: CatalogIntent[] };

export const cloneIntents = (intents: readonly CatalogIntent[]) =>
  intents.map((one) => clone(CatalogIntentSchema, one));

export function createCatalogs(now: number) {
  const intents = seedIntents.map((one) => create(CatalogIntentSchema, one));
  const first: StoredVersion = {
    head: create(CatalogVersionSchema, {
      number: 1,
      note: "The initial catalogs.",
      publishedAt: timestampFromMs(now - 9 * 86_400_000),
      intents: intents.length,
    }),
    intents: cloneIntents(intents),
  };
  return {
    version: 1,
    intents,
    before: undefined as CatalogIntent[] | undefined,
    editedBy: "",
    kept: [first],
  };
}
