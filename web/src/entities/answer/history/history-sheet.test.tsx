import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { AnswerCause, AnswerVersionSchema } from "../../../gen/parlor/v1/answer_version_pb";
import { visit } from "../../../testing/visit";

const question = "Where is the mooring mast?";
const words = { id: "mast", communityId: "harbor", category: "Amenities", question };

function fakeApi() {
  return visit("/answers?community=harbor&answer=mast", {
    as: "olive",
    prepare: ({ db }) => {
      const answer = "On the roof.";
      db.answers.push(create(AnswerSchema, { ...words, answer, version: 2n, samples: ["mast?"] }));
      const version = (number: bigint, text: string) =>
        create(AnswerVersionSchema, {
          answerId: "mast",
          version: number,
          question,
          category: "Amenities",
          answer: text,
          cause: AnswerCause.EDIT,
          changedBy: "Dana Okafor",
        });
      db.versions.push(version(2n, answer), version(1n, "Behind the office."));
    },
  });
}

it("shows an earlier version word by word and restores it", async () => {
  const { user, db } = fakeApi();
  await user.click(await screen.findByRole("button", { name: "History" }));
  const panel = within(await screen.findByRole("dialog", { name: "History" }));
  expect(await panel.findByText("roof.", { selector: "ins" })).toBeTruthy();
  expect(panel.getByText("office.", { selector: "del" })).toBeTruthy();
  await user.click(panel.getByRole("button", { name: /^Restore this version by Dana/ }));
  await waitFor(() => {
    expect(db.answers.find(({ id }) => id === "mast")?.answer).toBe("Behind the office.");
  });
});

it("removes a sample question and sets the expiry", async () => {
  const { user, db } = fakeApi();
  await user.click(await screen.findByRole("button", { name: `Edit: ${question}` }));
  await user.click(await screen.findByRole("button", { name: "Remove: mast?" }));
  await user.type(screen.getByLabelText("Sample questions"), "where do airships land{Enter}");
  const until = screen.getByLabelText("Expires on");
  await user.type(until, "2020-01-31");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  const saved = () => db.answers.find(({ id }) => id === "mast");
  await waitFor(() => expect(saved()?.validUntil).toBe("2020-01-31"));
  expect(saved()?.samples).toEqual(["where do airships land"]);
  expect((await screen.findAllByText("Expired")).length).toBeGreaterThan(0);
});
