import { expect, test } from "vitest";
import { Author } from "../../gen/parlor/v1/conversation_pb";
import { createMessage } from "../../testing/fake-api/seed/escalations";
import { joinNewest, noPages, prependOlder, replaceMessage } from "./message-pages";

const message = (at: number, body = `Text ${at}`) =>
  createMessage({ id: `m-${at}`, author: Author.RESIDENT, body, at });

/** A page with the messages of a range of numbers, and the token of the page before. */
function page(from: number, to: number) {
  const messages = Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
  return { messages, nextPageToken: from > 0 ? String(from) : "" };
}

const idsOf = (run: typeof noPages) => run.messages.map(({ id }) => id);
const upTo = (from: number, to: number) => idsOf(joinNewest(noPages, page(from, to)));

test("messages that leave the newest page keep their place", () => {
  const run = joinNewest(joinNewest(noPages, page(50, 99)), page(52, 101));
  expect(idsOf(run)).toEqual(upTo(50, 101));
  expect(run.before).toBe("50");
});

test("older pages are prepended up to the first message", () => {
  const run = prependOlder(joinNewest(noPages, page(50, 99)), "50", page(0, 49));
  expect(idsOf(run)).toEqual(upTo(0, 99));
  expect(run.before).toBe("");
  expect(idsOf(joinNewest(run, page(51, 100)))).toEqual(upTo(0, 100));
});

test("a page without a shared message replaces all, and earlier requests are ignored", () => {
  const run = joinNewest(joinNewest(noPages, page(50, 99)), page(200, 249));
  expect(idsOf(run)).toEqual(upTo(200, 249));
  expect(prependOlder(run, "50", page(0, 49))).toBe(run);
});

test("a changed message is replaced in its place", () => {
  const run = replaceMessage(joinNewest(noPages, page(1, 3)), message(2, "Other"));
  expect(run.messages.map(({ body }) => body)).toEqual(["Text 1", "Other", "Text 3"]);
});
