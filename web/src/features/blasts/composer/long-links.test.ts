import { expect, test } from "vitest";
import { longLinksIn, withShortLinks } from "./long-links";

test("links are found without the punctuation behind them, and short links are left out", () => {
  const text =
    "See https://example.com/pool?x=1. Or (http://example.com/a), https://parlor.example/s/abcdefgh or example.com.";
  expect(longLinksIn(text)).toEqual(["https://example.com/pool?x=1", "http://example.com/a"]);
  expect(longLinksIn("https://a.example/x https://a.example/x")).toEqual(["https://a.example/x"]);
  expect(longLinksIn("no links")).toEqual([]);
});

test("a link without a scheme that begins with www is https", () => {
  expect(longLinksIn("Rules: www.example.com/pool. Or (WWW.example.com)!")).toEqual([
    "https://www.example.com/pool",
    "https://WWW.example.com",
  ]);
  expect(longLinksIn("www.example.com, https://www.example.com")).toEqual([
    "https://www.example.com",
  ]);
  expect(longLinksIn("www. or www... or me@www.example.com or awww.example.com")).toEqual([]);
  expect(longLinksIn("www.parlor.example/s/abcdefgh")).toEqual([]);
});

test("each link is replaced with its own short link", () => {
  const text = "www.parlor.example, https://www.parlor.example/pool or https://www.parlor.example!";
  const shortLinks = new Map([
    ["https://www.parlor.example", "https://www.parlor.example/s/aaaaaaaa"],
    ["https://www.parlor.example/pool", "https://www.parlor.example/s/bbbbbbbb"],
  ]);
  expect(withShortLinks(text, shortLinks)).toBe(
    "https://www.parlor.example/s/aaaaaaaa, https://www.parlor.example/s/bbbbbbbb or https://www.parlor.example/s/aaaaaaaa!",
  );
  expect(withShortLinks("www.example.com.", shortLinks)).toBe("www.example.com.");
});
