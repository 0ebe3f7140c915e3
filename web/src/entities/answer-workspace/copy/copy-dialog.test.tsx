import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createError } from "../../../testing/fake-api/errors";
import { visit } from "../../../testing/visit";

const permit = "How do I get a second parking permit?";

type FakeDb = ReturnType<typeof visit>["db"];

/** The Alder has no answer about permits; Quarry Point has a different one. */
function prepareOtherCommunities({ db }: { db: FakeDb }) {
  const about = db.answers.filter(({ question }) => question === permit);
  const quarry = about.find(({ communityId }) => communityId === "quarry");
  if (quarry) quarry.answer = "There is none.";
  db.answers = db.answers.filter((one) => one.communityId !== "alder" || one.question !== permit);
}

const answerOf = (db: FakeDb, communityId: string) =>
  db.answers.find((one) => one.communityId === communityId && one.question === permit)?.answer;

async function open(user: ReturnType<typeof visit>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Copy to communities" }));
  return within(await screen.findByRole("dialog", { name: "Copy to other communities" }));
}

it("copies the answers of a category where they are missing, and removes them on undo", async () => {
  const { user, db } = visit("/turbo?community=harbor&category=Parking", {
    prepare: prepareOtherCommunities,
  });
  const mine = answerOf(db, "harbor");
  const dialog = await open(user);
  expect(dialog.getByRole("button", { name: "Copy 0 answers" }).title).toBe(
    "Choose a community first",
  );
  await user.click(dialog.getByRole("button", { name: "All" }));
  await user.click(await dialog.findByRole("button", { name: "Copy 1 answer" }));
  await waitFor(() => expect(answerOf(db, "alder")).toBe(mine));
  expect(answerOf(db, "quarry")).toBe("There is none.");
  await user.click(await screen.findByRole("button", { name: /Undo/ }));
  await waitFor(() => expect(answerOf(db, "alder")).toBeUndefined());
});

it("replaces a different answer only on request, and restores it on undo", async () => {
  const { user, db } = visit("/turbo?community=harbor&category=Parking", {
    prepare: prepareOtherCommunities,
  });
  const dialog = await open(user);
  await user.click(dialog.getByRole("button", { name: "All" }));
  await user.click(await dialog.findByRole("radio", { name: "Replace it" }));
  expect(await dialog.findByText("There is none.", { selector: "del" })).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Copy 2 answers" }));
  await waitFor(() => expect(answerOf(db, "quarry")).toBe(answerOf(db, "harbor")));
  await user.click(await screen.findByRole("button", { name: /Undo/ }));
  await waitFor(() => expect(answerOf(db, "quarry")).toBe("There is none."));
});

it("lists what was not copied and retries it", async () => {
  const { user, db } = visit("/turbo?community=harbor&category=Parking", {
    prepare: prepareOtherCommunities,
  });
  const dialog = await open(user);
  await user.click(dialog.getByRole("button", { name: "All" }));
  db.failingMethods.set("CreateAnswer", createError(Code.Unavailable, "UNAVAILABLE", "Down."));
  await user.click(await dialog.findByRole("button", { name: "Copy 1 answer" }));
  expect(await dialog.findByText(/^1 wasn't copied/)).toBeTruthy();
  db.failingMethods.clear();
  await user.click(dialog.getByRole("button", { name: "Copy 1 answer" }));
  await waitFor(() => expect(answerOf(db, "alder")).toBe(answerOf(db, "harbor")));
});
