import { expect, test } from "vitest";
import { isPersonal, readableText } from "./readable-text";

test("merge fields read as the community, their fallback or their name", () => {
  const body = "{{community}}: Hi {{first_name|neighbor}}, unit {{ unit }} of {{name| }}{{other}}.";
  expect(readableText(body, ["Harbor Row"])).toBe(
    "Harbor Row: Hi neighbor, unit [unit] of [full name][other].",
  );
  expect(readableText(body, ["Harbor Row", "The Meridian"])).toMatch(/^\[community\]: Hi/);
});

test("a text is personal if it has a detail of a person", () => {
  expect(isPersonal("{{community}}: The garage is closed.")).toBe(false);
  expect(isPersonal("{{community}}: Hi {{first_name|neighbor}}")).toBe(true);
});
