import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { findButton, loadTimeout, openBlasts } from "../../testing/open-blasts";

test("blasts are listed with their state and progress, by tab", async () => {
  const { user, location } = openBlasts();
  const table = await screen.findByRole("table", { name: "Text blasts" }, loadTimeout);
  expect(within(table).getByRole("link", { name: "Water shutoff" })).toBeTruthy();
  expect(within(table).getByText("8 of 17 sent")).toBeTruthy();
  expect(within(table).getByText(/^Larkspur Commons: Hi neighbor, the water is off/)).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Done" }));
  expect(location.path).toBe("/textBlast?tab=done");
  await screen.findByText("Package room");
  await waitFor(() => expect(screen.queryByText("Water shutoff")).toBeNull());
});

test("without any blast the list says why and offers to start one", async () => {
  const { user } = openBlasts("", {
    prepare: ({ db }) => {
      db.blasts = [];
    },
  });
  await screen.findByText("No text blasts yet", {}, loadTimeout);
  await user.click(screen.getAllByRole("button", { name: "New blast" })[1] as HTMLElement);
  expect(await screen.findByRole("dialog", { name: "New text blast" })).toBeTruthy();
});

test("a list that fails to load can be loaded again", async () => {
  const { user, db } = openBlasts("", {
    prepare: (api) =>
      api.db.failingMethods.set("ListBlasts", createError(Code.Internal, "INTERNAL", "Broken.")),
  });
  await screen.findByText("Couldn't load text blasts", {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(await findButton("Try again"));
  await screen.findByRole("link", { name: "Water shutoff" });
});

test("a new draft has a title and a community, and opens at its recipients", async () => {
  const { user, db, location } = openBlasts();
  await user.click(await findButton("New blast"));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Create draft" }));
  expect(dialog.getByText("Enter a title.")).toBeTruthy();
  expect(dialog.getByText("Choose at least one community.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Title"), "Pool closed");
  await user.click(dialog.getByRole("checkbox", { name: "Harbor Row" }));
  await user.click(dialog.getByRole("button", { name: "Create draft" }));
  await screen.findByRole("heading", { name: "Pool closed" });
  const [made] = db.blasts;
  expect(made?.audience?.source.value).toMatchObject({ communityIds: ["harbor"] });
  expect(location.path).toBe(`/textBlast?blast=${made?.id}`);
});

test("the restricted view opens the blaster", async () => {
  openBlasts("", { as: "rae" });
  await screen.findByRole("heading", { name: "Parlor Blaster" }, loadTimeout);
  await screen.findByRole("link", { name: "Board meeting" });
});
