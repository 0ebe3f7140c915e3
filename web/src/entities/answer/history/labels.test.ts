import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { AnswerCause, AnswerVersionSchema } from "../../../gen/parlor/v1/answer_version_pb";
import { causeLabel, differences } from "./labels";

const version = (of: MessageInitShape<typeof AnswerVersionSchema>) =>
  create(AnswerVersionSchema, { version: 2n, question: "Goats?", answer: "No.", ...of });

it("labels the cause of a version", () => {
  const labelOf = (of: MessageInitShape<typeof AnswerVersionSchema>) => causeLabel(version(of));
  expect(labelOf({ cause: AnswerCause.EDIT })).toBe("Edited");
  expect(labelOf({ cause: AnswerCause.EDIT, version: 1n })).toBe("Created");
  expect(labelOf({ cause: AnswerCause.EDIT, removed: true })).toBe("Removed");
  expect(labelOf({ cause: AnswerCause.UNDO, removed: true })).toBe("Change undone");
});

it("lists only differences from the previous version", () => {
  const before = version({ samples: ["any goats"] });
  expect(differences(version({ samples: ["any goats"] }), before)).toEqual([]);
  expect(
    differences(version({ answer: "Yes.", samples: [], validUntil: "2026-12-31" }), before).map(
      ({ name }) => name,
    ),
  ).toEqual(["Answer", "Sample questions", "Expires on"]);
});
