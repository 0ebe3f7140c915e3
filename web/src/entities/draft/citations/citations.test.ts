import { expect, it } from "vitest";
import { findEnd, splitLines, toCitationFinder, toReadable } from "./citations";

const vtt = {
  name: "board.vtt",
  text: "WEBVTT\n\n00:42:10.000 --> 00:42:20.000\n<v Ann Lee>I move to repair the gate.\n\n01:05:00.000 --> 01:05:09.000\n<v Bo Diaz>Second.\n",
};
const plain = { name: "notes.txt", text: "[0:03:00] Ann: Hello.\n12:30 Bo: Later." };
const bylaws = {
  name: "Bylaws.pdf",
  text: "Article 1\nName\fArticle 2\nPets are leashed.\fArticle 3",
};

it("finds the line of a time in the transcript that has it", () => {
  const find = toCitationFinder([plain, vtt]);
  const text = "Moved by Ann Lee (0:42:10). Later (0:12:30), and never (0:42:11) or at (8:00).";
  const found = find(text).map(({ at, text: cited, place }) => [
    text.slice(at, at + cited.length),
    place.source.name,
    splitLines(place.source.text)[place.line],
  ]);
  expect(found).toEqual([
    ["0:42:10", "board.vtt", "00:42:10.000 --> 00:42:20.000"],
    ["0:12:30", "notes.txt", "12:30 Bo: Later."],
  ]);
});

it("finds pages and lines, with and without the ending of the file's name", () => {
  const find = toCitationFinder([bylaws, plain]);
  const text = "Bylaws.pdf, page 2: pets. (Bylaws, page 1) bylaws, page 9; notes.txt, line 2.";
  const found = find(text).map(({ text: cited, place }) => [
    cited,
    place.label,
    splitLines(place.source.text)[place.line],
  ]);
  expect(found).toEqual([
    ["Bylaws.pdf, page 2", "page 2", "Article 2"],
    ["Bylaws, page 1", "page 1", "Article 1"],
    ["notes.txt, line 2", "line 2", "12:30 Bo: Later."],
  ]);
});

it("shows captions as readable text, and a cue with its text", () => {
  const lines = splitLines(vtt.text);
  const cue = lines.slice(2, findEnd(lines, 2)).map(toReadable);
  expect(cue).toEqual(["00:42:10", "Ann Lee: I move to repair the gate."]);
  expect(toReadable("WEBVTT")).toBe("");
  expect(toReadable("12:30 Bo: 2 < 3")).toBe("12:30 Bo: 2 < 3");
  expect(findEnd(splitLines(plain.text), 0)).toBe(1);
});
