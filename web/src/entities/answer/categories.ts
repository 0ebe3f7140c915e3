// The default categories of a community, as in the question catalogs.

import { $defs } from "../../../../server/app/catalogs/catalog.schema.json";

export const defaultCategories: readonly string[] = $defs.intent.properties.category.enum;

/** The category of answers that fit no other. */
export const [generalCategory = ""] = defaultCategories;
