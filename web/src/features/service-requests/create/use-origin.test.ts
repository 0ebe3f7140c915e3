import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { Direction, MessageSchema } from "../../../gen/parlor/v1/conversation_pb";
import { DraftSchema } from "../../../gen/parlor/v1/draft_pb";
import { toDraftedValues, toTitle, toWords } from "./use-origin";

test.each([
  ["My sink leaks. It started yesterday.", "My sink leaks"],
  ["Can someone look at the heater? It is cold.", "Can someone look at the heater?"],
  ["No hot water\nsince last night", "No hot water"],
  ["", ""],
])("the title of %j is %j", (words, title) => {
  expect(toTitle(words)).toBe(title);
});

test("a long sentence is cut at a word", () => {
  const title = toTitle("water ".repeat(40));
  expect(title.length).toBeLessThanOrEqual(120);
  expect(title).toMatch(/water…$/);
});

test("the resident's last three texts are used, oldest first", () => {
  const message = (direction: Direction, body: string) =>
    create(MessageSchema, { direction, body });
  const messages = [
    message(Direction.INBOUND, "Hello"),
    message(Direction.OUTBOUND, "Hi, how can we help?"),
    message(Direction.INBOUND, "My sink leaks"),
    message(Direction.INBOUND, "Since Monday"),
    message(Direction.INBOUND, "Please enter"),
  ];
  expect(toWords(messages)).toBe("My sink leaks\nSince Monday\nPlease enter");
});

test("a draft fills in its subject and its plain text", () => {
  const text = "# Roof repair\n\n## Scope\n\n1. Replace **ten** tiles";
  const draft = create(DraftSchema, { communityId: "one", title: "Roofing", text });
  expect(toDraftedValues(draft)).toEqual({
    communityId: "one",
    title: "Roof repair",
    description: "Scope\n\n1. Replace ten tiles",
    notifyResident: false,
  });
});
