import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { RecipientRowSchema } from "../../../gen/parlor/v1/audience_service_pb";
import { toRejectedCsv } from "./rejected-csv";

test("rejected rows keep their cells, and no cell is a formula", () => {
  const row = create(RecipientRowSchema, {
    ...{ line: 3, cells: ['Ana "A" Ruiz', "=HYPERLINK(1)", "a, b"], reason: "No phone." },
  });
  expect(toRejectedCsv(["Name", "Phone", "Unit"], [row])).toBe(
    "\u{feff}Line,Reason,Name,Phone,Unit\r\n" +
      '3,No phone.,"Ana ""A"" Ruiz",\'=HYPERLINK(1),"a, b"\r\n',
  );
  expect(toRejectedCsv([], [])).toBe("\u{feff}Line,Reason,Number\r\n");
});

const written = (cell: string) => {
  const row = create(RecipientRowSchema, { line: 3, cells: [cell] });
  return toRejectedCsv([], [row]).split("3,,")[1]?.replace(/\r\n$/, "").replace(/^"|"$/g, "");
};

test.each([
  ...["=1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠1", "﹦1", "﹢1", "﹣1", "﹫1"],
  ...["'=1", " '=1", "   +1", "\t=1", "\r=1", "\n\n=1", "\tplain", "'\tplain"],
  ...["\u{a0}=1", "\u{3000}-1", "\u{feff}=1", "\u{200b} \t\u{2060}=1", "\u{202e}=1"],
  ...["\u{3164}=1", "\u{fe0f}=1", "\u{e0100}=1", "\u{0}=1", "\u{7f}=1", "\u{85}=1"],
])("the cell %j is not run as a formula", (cell) => {
  expect(written(cell)).toBe(`'${cell}`);
});

test.each(["Yes.", "1-2", " a=1", "'tis", " Yes.", "\u{200b}Yes.", "4 @ 5"])(
  "the cell %j is kept",
  (cell) => {
    expect(written(cell)).toBe(cell);
  },
);
