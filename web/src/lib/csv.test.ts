import { expect, it } from "vitest";
import { readCsv, writeCsv } from "./csv";

it("reads what it wrote, with commas, marks and lines in the cells", () => {
  const rows = [
    ["question", "answer"],
    ['Is the "pool" open?', "Yes, daily;\nfrom 8 to 10."],
    ["=1+1", "-5 degrees"],
    ["", ""],
  ];
  expect(readCsv(writeCsv(rows).slice(1))).toEqual(rows);
});

it("writes nothing that a spreadsheet would run", () => {
  expect(writeCsv([["=cmd()", "+1", "@a", "a=b"]])).toBe("\uFEFF'=cmd(),'+1,'@a,a=b\r\n");
});

it("reads semicolons too, and a file without a last line end", () => {
  expect(readCsv("a;b\n1,5;2")).toEqual([
    ["a", "b"],
    ["1,5", "2"],
  ]);
  expect(readCsv("a,b,\r\n1,,")).toEqual([
    ["a", "b", ""],
    ["1", "", ""],
  ]);
});

it("takes a mark that is never closed to the end, and goes on after one that is closed early", () => {
  expect(readCsv('a\n"open')).toEqual([["a"], ["open"]]);
  expect(readCsv('a,b\n"shut"x,1\n2,3')).toEqual([
    ["a", "b"],
    ["shutx", "1"],
    ["2", "3"],
  ]);
});
