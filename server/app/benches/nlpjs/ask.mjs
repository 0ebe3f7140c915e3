// nlp.js on the files of `parlor answers evaluate`: learns the knowledge base, is asked the questions, and prints a
// line of JSON for each: the best intent that is one, how sure it was, and whether it would have answered.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [kb, questions] = process.argv.slice(2).map((path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line)),
);
const { dockStart } = createRequire(import.meta.url)("@nlpjs/basic");
const dock = await dockStart({
  settings: { nlp: { languages: ["en"], autoSave: false, autoLoad: false, log: false } },
  use: ["Basic", "LangEn"],
});
const nlp = dock.get("nlp");
for (const { intent, questions: samples } of kb) for (const text of samples) nlp.addDocument("en", text, intent);
await nlp.train();
for (const { text } of questions) {
  const began = performance.now();
  const found = await nlp.process("en", text);
  const ms = performance.now() - began;
  const ranked = (found.classifications ?? []).filter(({ intent }) => intent !== "None");
  const names = ranked.slice(0, 3).map(({ intent }) => intent);
  const answered = found.intent !== "None" && names.length > 0;
  process.stdout.write(`${JSON.stringify({ names, confidence: ranked[0]?.score ?? 0, answered, ms })}\n`);
}
