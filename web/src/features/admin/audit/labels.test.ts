import { expect, test } from "vitest";
import { formatFullDateTime } from "../../../lib/format-date";
import { fieldLabel, summaryText, valueText } from "./labels";

test("names in a summary have spaces instead of underscores", () => {
  expect(summaryText("Added account 4011 of The_Meridian.")).toBe(
    "Added account 4011 of The Meridian.",
  );
  expect(summaryText("Kept _this_ as it is.")).toBe("Kept _this_ as it is.");
});

test("times in a summary are formatted", () => {
  const time = "2026-11-30T09:13:02.999Z";
  const shown = formatFullDateTime(new Date(time));
  expect(summaryText(`Scheduled the blast "A" for ${time} to 15 recipients`)).toBe(
    `Scheduled the blast "A" for ${shown} to 15 recipients`,
  );
});

test("a field is named by the last part of its path", () => {
  expect(fieldLabel("label")).toBe("Label");
  expect(fieldLabel("customizations.emailHeader")).toBe("Email header");
  expect(fieldLabel("units")).toBe("Units");
  expect(fieldLabel("textline_webhook_v3_enabled")).toBe("Textline webhook v3 enabled");
});

test("enum names are shown as words, and other text is unchanged", () => {
  expect(valueText("TEXT_BLAST, POLICY_DRAFTING_TOOL")).toBe("Text blast, Policy drafting tool");
  const link = "ANN is on https://a.example/NO_WAY";
  expect(valueText(link)).toBe(link);
  expect(valueText("Harbor Row")).toBe("Harbor Row");
});
