import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { visit } from "../../../testing/visit";

const question = "Where is the mooring mast?";
const [own, blimp, gondola] = ["zeppelin mast", "where tie blimp", "gondola anchor spot"] as const;

/** Opens the form of an answer with two samples learned from staff. */
async function editing() {
  const fakeApi = visit("/answers?community=harbor&answer=mast", {
    as: "olive",
    prepare: ({ db }) => {
      const samples = [own, blimp, gondola];
      const words = { category: "Amenities", question, answer: "On the roof.", version: 1n };
      const learned = { samples, learnedSamples: [blimp, gondola] };
      db.answers.push(
        create(AnswerSchema, { id: "mast", communityId: "harbor", ...words, ...learned }),
      );
    },
  });
  await fakeApi.user.click(await screen.findByRole("button", { name: `Edit: ${question}` }));
  const list = async (name: string) => within(await screen.findByRole("list", { name }));
  const saved = () => fakeApi.db.answers.find(({ id }) => id === "mast");
  return { ...fakeApi, list, saved };
}

it("approves or removes samples that were learned from staff", async () => {
  const { user, list, saved } = await editing();
  expect((await list("Sample questions")).queryByText(blimp)).toBeNull();
  const learned = await list("Learned from staff");
  await user.click(learned.getByRole("button", { name: `Approve: ${blimp}` }));
  expect((await list("Sample questions")).getByText(blimp)).toBeTruthy();
  await user.click(learned.getByRole("button", { name: `Remove: ${gondola}` }));
  expect(screen.queryByRole("list", { name: "Learned from staff" })).toBeNull();
  const previous = (await list("Sample questions")).getByRole("button", {
    name: `Remove: ${blimp}`,
  });
  expect(document.activeElement).toBe(previous);
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(saved()?.version).toBe(2n));
  expect(saved()).toMatchObject({ samples: [own, blimp], learnedSamples: [] });
});

it("keeps a learned sample whose approval was canceled", async () => {
  const { user, list, saved } = await editing();
  const learned = await list("Learned from staff");
  await user.click(learned.getByRole("button", { name: `Approve: ${blimp}` }));
  await user.click(
    (await list("Sample questions")).getByRole("button", { name: `Remove: ${blimp}` }),
  );
  expect(learned.getByText(blimp)).toBeTruthy();
  // Typing a learned sample approves it too.
  await user.type(screen.getByRole("textbox", { name: "Sample questions" }), `${gondola}{Enter}`);
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(saved()?.version).toBe(2n));
  expect(saved()?.learnedSamples).toEqual([blimp]);
});
