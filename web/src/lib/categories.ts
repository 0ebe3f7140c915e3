// The categories that communities usually have, as the catalogs of questions name them.

import { $defs } from "../../../server/app/catalogs/catalog.schema.json";

export const defaultCategories: readonly string[] = $defs.intent.properties.category.enum;

/** Where an answer belongs that has no better place. */
export const [generalCategory = ""] = defaultCategories;
