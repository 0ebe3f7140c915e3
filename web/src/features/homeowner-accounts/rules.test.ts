import { expect, it } from "vitest";
import { parseCents, parsePhones } from "./rules";

it("parses amounts and refuses invalid ones", () => {
  expect(["", "12", "$1,234.5", "-20.00", "0.07"].map(parseCents)).toEqual([
    undefined,
    1200,
    123450,
    -2000,
    7,
  ]);
  expect(["ten", "1.234", "1-2", "$"].map(parseCents).slice(0, 3)).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});

it("parses phones separated by lines or commas", () => {
  expect(parsePhones("(202) 555-0101\n +12025550102; 2025550103, ")).toEqual([
    "(202) 555-0101",
    "+12025550102",
    "2025550103",
  ]);
});
