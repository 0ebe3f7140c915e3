import { expect, test } from "vitest";
import { splitLinks } from "./links";

/** The links of a text, as "text -> address". */
function links(text: string): string[] {
  return splitLinks(text).flatMap(({ text, href }) => (href ? [`${text} -> ${href}`] : []));
}

test("web, email and phone links are found", () => {
  expect(links("See https://harbor-row.example/pool?x=1#top for more")).toEqual([
    "https://harbor-row.example/pool?x=1#top -> https://harbor-row.example/pool?x=1#top",
  ]);
  expect(links("Write to desk@harborline.example or mailto:board@harborline.example")).toEqual([
    "desk@harborline.example -> mailto:desk@harborline.example",
    "mailto:board@harborline.example -> mailto:board@harborline.example",
  ]);
  expect(links("Call (202) 555-0101, 202-555-0102 or +1 202 555 0103.")).toEqual([
    "(202) 555-0101 -> tel:+12025550101",
    "202-555-0102 -> tel:+12025550102",
    "+1 202 555 0103 -> tel:+12025550103",
  ]);
});

test("punctuation after a link is part of the sentence", () => {
  for (const [text, link] of [
    ["Is it https://a.example/b?", "https://a.example/b"],
    ["(see https://a.example/b)", "https://a.example/b"],
    ["https://a.example/pool_(indoor).", "https://a.example/pool_(indoor)"],
    ['"https://a.example/b", they say', "https://a.example/b"],
    ["Ask desk@a.example.", "desk@a.example"],
  ] as const) {
    const [found] = splitLinks(text).filter((part) => part.href);
    expect(found?.text, text).toBe(link);
  }
});

test("other schemes, hidden hosts and other numbers are no links", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,hello",
    "ftp://a.example",
    "https://harbor-row.example@evil.example/",
    "https://",
    "Account 12-202-555-0101-7",
    "202-555-01012",
    "The code is 2025550101",
  ])
    expect(links(text), text).toEqual([]);
});

test("the parts are the whole text", () => {
  for (const text of ["", "no link", "https://a.example", "a https://a.example, b@c.example! d"])
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
});
