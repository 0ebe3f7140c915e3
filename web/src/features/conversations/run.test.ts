import { expect, test } from "vitest";
import { Author } from "../../gen/parlor/v1/conversation_pb";
import { createMessage } from "../../testing/questions";
import { amended, continued, joined, noRun } from "./run";

const message = (at: number, body = `Text ${at}`) =>
  createMessage({ id: `m-${at}`, author: Author.RESIDENT, body, at });

/** The messages from one number up to another, and the token for what is before them. */
function page(from: number, to: number) {
  const messages = Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
  return { messages, nextPageToken: from > 0 ? String(from) : "" };
}

const idsOf = (run: typeof noRun) => run.messages.map(({ id }) => id);
const upTo = (from: number, to: number) => idsOf(joined(noRun, page(from, to)));

test("what leaves the newest page stays where it was", () => {
  const run = joined(joined(noRun, page(50, 99)), page(52, 101));
  expect(idsOf(run)).toEqual(upTo(50, 101));
  expect(run.before).toBe("50");
});

test("older pages stand in front, up to the beginning", () => {
  const run = continued(joined(noRun, page(50, 99)), "50", page(0, 49));
  expect(idsOf(run)).toEqual(upTo(0, 99));
  expect(run.before).toBe("");
  expect(idsOf(joined(run, page(51, 100)))).toEqual(upTo(0, 100));
});

test("a page that touches nothing begins anew, and what was asked before comes too late", () => {
  const run = joined(joined(noRun, page(50, 99)), page(200, 249));
  expect(idsOf(run)).toEqual(upTo(200, 249));
  expect(continued(run, "50", page(0, 49))).toBe(run);
});

test("a message that changed is changed in its place", () => {
  const run = amended(joined(noRun, page(1, 3)), message(2, "Other"));
  expect(run.messages.map(({ body }) => body)).toEqual(["Text 1", "Other", "Text 3"]);
});
