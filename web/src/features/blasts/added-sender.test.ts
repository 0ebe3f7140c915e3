import { expect, test } from "vitest";
import { describeSegments } from "../../lib/sms-segments";
import { addedSender } from "./added-sender";

const both = ["Harbor Row", "Osprey Lake Villas"];
const sender = (body: string, communities: readonly string[] = both) =>
  addedSender(body, "Harborline", communities);

test("a text that doesn't name its sender gets one", () => {
  expect(sender("Water is off.")).toBe("Osprey Lake Villas: ");
  expect(sender("Water is off.", ["Harbor Row"])).toBe("Harbor Row: ");
  expect(sender("Harbor Row: water is off."), "it goes to Osprey Lake as well").not.toBe("");
});

test("the company, each community or the merge field names the sender", () => {
  expect(sender("HARBORLINE: water is off.")).toBe("");
  expect(sender("Water is off (Harborline).")).toBe("");
  expect(sender("Water is off in {{ community }}.")).toBe("");
  expect(sender("Water is off in {{community|your home}}.")).toBe("");
  expect(sender("Harbor Row and Osprey-Lake VILLAS: water is off.")).toBe("");
});

test("a part of a word and a fallback of a merge field don't name the sender", () => {
  expect(sender("Ask Harborlines.")).not.toBe("");
  expect(sender("Ask Newharborline.")).not.toBe("");
  expect(sender("Ask the Harbor Rowing club.", ["Harbor Row"])).not.toBe("");
  expect(sender("Hi {{first_name|Harborline}}.")).not.toBe("");
  expect(sender("Harbor {{unit}} Row: hi", ["Harbor Row"])).not.toBe("");
});

test("a name is written with its capital letters, except for small words", () => {
  const named = (body: string, name: string) => addedSender(body, "Parlor", [name]) === "";
  expect(named("Meet in the parlor.", "Harbor Row")).toBe(false);
  expect(named("Row at the harbor row.", "Harbor Row")).toBe(false);
  expect(named("PARLOR: hi", "Harbor Row")).toBe(true);
  expect(named("Water is off at the Park.", "The Park")).toBe(true);
  expect(named("Water is off at the park.", "The Park")).toBe(false);
  expect(named("elm house: water is off.", "elm house")).toBe(true);
  expect(named("42 Main: water is off.", "42 Main")).toBe(true);
});

test("punctuation between the words of a name doesn't count", () => {
  expect(addedSender("From A.C.E. (East)", "A. C. E. – East", both)).toBe("");
  expect(addedSender("From AxCxE", "A.C.E", both)).not.toBe("");
});

test("an empty text and a text without communities get no sender", () => {
  expect(sender(" \n")).toBe("");
  expect(sender("Water is off.", [])).toBe("");
});

test("a text of one segment takes two with its sender", () => {
  const body = "x".repeat(155);
  expect(describeSegments(body).segments).toBe(1);
  expect(describeSegments(sender(body, ["Harbor Row"]) + body).segments).toBe(2);
});
