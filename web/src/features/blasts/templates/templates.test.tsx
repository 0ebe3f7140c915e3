import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";

const query = "?blast=blast-draft&step=message";

async function openMenu({ user }: ReturnType<typeof openBlasts>, entry: string) {
  await user.click(await findButton("Start from a template"));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}

test("the company's templates come before the examples, with their merge fields", async () => {
  const app = openBlasts(query);
  const text = await screen.findByLabelText<HTMLTextAreaElement>("Text", {}, loadTimeout);
  await app.user.click(await findButton("Start from a template"));
  await screen.findByRole("menuitem", { name: "Elevator out" });
  const names = screen.getAllByRole("menuitem").map((item) => item.textContent);
  expect([names[0], names.at(-1)]).toEqual(["Elevator out", "Manage templates"]);
  expect(names).toContain("Board meeting");
  await app.user.click(screen.getByRole("menuitem", { name: "Elevator out" }));
  expect(text.value).toBe(
    "{{community}}: Hi {{first_name|neighbor}}, the elevator is out of service.",
  );
});

test("the text of a blast is saved as a template under a name that no other has", async () => {
  const app = openBlasts(query);
  await app.user.click(await findButton("Save as template"));
  const dialog = within(await screen.findByRole("dialog", { name: "New template" }));
  const body = app.stored("blast-draft")?.body;
  expect(dialog.getByLabelText("Text")).toHaveProperty("value", body);
  await app.user.type(dialog.getByLabelText("Name"), "Elevator out");
  await app.user.click(dialog.getByRole("button", { name: "Save template" }));
  await dialog.findByText(/Another template uses it\./);
  await app.user.type(dialog.getByLabelText("Name"), " again");
  await app.user.click(dialog.getByRole("button", { name: "Save template" }));
  await screen.findByText("Template saved.");
  expect(app.db.blastTemplates[1]).toMatchObject({ name: "Elevator out again", body });
});

test("a blast without a text cannot be saved as a template", async () => {
  const app = openBlasts(query);
  const text = await screen.findByLabelText<HTMLTextAreaElement>("Text", {}, loadTimeout);
  await app.user.clear(text);
  expect(screen.getByRole("button", { name: "Save as template" })).toHaveProperty("disabled", true);
});

test("templates are changed and deleted, and a deleted one can be restored", async () => {
  const app = openBlasts(query);
  await openMenu(app, "Manage templates");
  await app.user.click(await findButton("Edit Elevator out"));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit template" }));
  await app.user.clear(dialog.getByLabelText("Text"));
  await app.user.click(dialog.getByLabelText("Text"));
  await app.user.paste("Hi {{nickname}}");
  await app.user.click(dialog.getByRole("button", { name: "Save template" }));
  await dialog.findByText("{{nickname}} isn't a merge field.");
  await app.user.clear(dialog.getByLabelText("Text"));
  await app.user.type(dialog.getByLabelText("Text"), "It works again.");
  await app.user.click(dialog.getByRole("button", { name: "Save template" }));
  await waitFor(() => expect(app.db.blastTemplates[0]?.body).toBe("It works again."));
  await app.user.click(await findButton("Delete Elevator out"));
  await screen.findByText(/^No templates yet\./);
  await app.user.click(await findButton(/^Undo/));
  await waitFor(() => expect(app.db.blastTemplates[0]?.name).toBe("Elevator out"));
});
