import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { RecipientListSchema } from "../../../gen/parlor/v1/audience_pb";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";

async function openEditor(options?: Parameters<typeof openBlasts>[1]) {
  const app = openBlasts("?blast=blast-draft", options);
  await app.user.click(await screen.findByRole("radio", { name: "Saved audience" }, loadTimeout));
  await app.user.click(await findButton("Edit Garage users"));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit audience" }));
  return { ...app, dialog };
}

test("a saved audience is renamed, and its filters change", async () => {
  const { user, db, dialog } = await openEditor();
  await dialog.findByText("10 accounts, 10 phone numbers");
  expect(dialog.getByRole("button", { name: "Save changes" })).toHaveProperty("disabled", true);
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "North garage");
  await user.click(dialog.getByRole("checkbox", { name: "North Tower" }));
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await screen.findByRole("radio", { name: /North garage/ });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(db.audiences[0]).toMatchObject({
    name: "North garage",
    source: { value: { buildings: ["North Tower"], tags: ["garage"] } },
  });
});

test("an audience needs a name that no other has, and a community", async () => {
  const { user, db, dialog } = await openEditor({
    prepare: ({ db: { audiences } }) => {
      const [first] = audiences;
      if (first) audiences.push({ ...first, id: "audience-other", name: "Everyone" });
    },
  });
  await user.clear(dialog.getByLabelText("Name"));
  await user.click(dialog.getByRole("button", { name: "None" }));
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  expect(dialog.getByText("Enter a name.")).toBeTruthy();
  expect(dialog.getByText("Choose at least one community.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name"), "everyone");
  await user.click(dialog.getByRole("button", { name: "All" }));
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await dialog.findByText("Another audience has this name.");
  expect(db.audiences[0]?.name).toBe("Garage users");
});

test("an audience that a colleague changed asks which version to keep", async () => {
  const { user, db, dialog } = await openEditor();
  const [stored] = db.audiences;
  if (stored) Object.assign(stored, { name: "Parking", version: 2 });
  await user.type(dialog.getByLabelText("Name"), " 2");
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await dialog.findByText("Someone else changed this audience.");
  await user.click(dialog.getByRole("button", { name: "Load theirs" }));
  await waitFor(() => expect(dialog.getByLabelText("Name")).toHaveProperty("value", "Parking"));
  await user.type(dialog.getByLabelText("Name"), " lot");
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(stored?.name).toBe("Parking lot"));
});

test("a list is renamed and keeps its recipients", async () => {
  const { user, db } = openBlasts("?blast=blast-draft", {
    prepare: (api) => {
      const [first] = api.db.audiences;
      const value = create(RecipientListSchema, { communityId: "larkspur", memberCount: 2 });
      if (first) first.source = { case: "list", value };
    },
  });
  await user.click(await screen.findByRole("radio", { name: "Saved audience" }, loadTimeout));
  await user.click(await findButton("Edit Garage users"));
  const dialog = within(await screen.findByRole("dialog", { name: "Rename list" }));
  expect(dialog.queryByText("Homeowner type")).toBeNull();
  await user.type(dialog.getByLabelText("Name"), " 2026");
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(db.audiences[0]?.name).toBe("Garage users 2026"));
  expect(db.audiences[0]?.source.case).toBe("list");
});
