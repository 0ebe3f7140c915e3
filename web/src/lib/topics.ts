// The categories that communities usually have, as the catalogues of questions name them.

import { $defs } from "../../../server/app/catalogues/catalogue.schema.json";

export const usualTopics: readonly string[] = $defs.intent.properties.category.enum;

/** Where an answer belongs that has no better place. */
export const [generalTopic = ""] = usualTopics;
