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
