import { expect, test } from "vitest";
import { showDirectionMarks } from "./direction-marks";

test("every character that changes the direction of text becomes a visible mark", () => {
  const all = [
    ...["\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"],
    ...["\u2066", "\u2067", "\u2068", "\u2069"],
  ];
  expect(all.map(showDirectionMarks)).toEqual([
    ...["[ALM]", "[LRM]", "[RLM]", "[LRE]", "[RLE]", "[PDF]", "[LRO]", "[RLO]"],
    ...["[LRI]", "[RLI]", "[FSI]", "[PDI]"],
  ]);
  expect(showDirectionMarks("pay \u202emoc.elpmaxe\u202c now")).toBe(
    "pay [RLO]moc.elpmaxe[PDF] now",
  );
});

test("other characters stay unchanged, including other scripts and joined emoji", () => {
  for (const text of ["", "Pool hours?", "¿Dónde?", "שלום", "مرحبا", "👩‍👧 ok", "a\u00a0b"]) {
    expect(showDirectionMarks(text)).toBe(text);
  }
});
