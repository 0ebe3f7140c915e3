import { expect, test } from "vitest";
import { longLinksIn } from "./long-links";

test("links are found without the punctuation behind them, and short links are left out", () => {
  const text =
    "See https://example.com/pool?x=1. Or (http://example.com/a), https://parlor.example/s/abcdefgh or www.example.com.";
  expect(longLinksIn(text)).toEqual(["https://example.com/pool?x=1", "http://example.com/a"]);
  expect(longLinksIn("https://a.example/x https://a.example/x")).toEqual(["https://a.example/x"]);
  expect(longLinksIn("no links")).toEqual([]);
});
