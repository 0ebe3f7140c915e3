import { Code } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createError } from "../../../testing/fake-api/errors";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";

test("the count of recipients follows the filters, which are saved", async () => {
  const { user, stored } = openBlasts("?blast=blast-draft");
  await screen.findByText("20 accounts, 19 phone numbers", {}, loadTimeout);
  await user.click(screen.getByRole("checkbox", { name: "North Tower" }));
  await screen.findByText("10 accounts, 10 phone numbers");
  await user.type(screen.getByLabelText("To unit"), "105");
  await screen.findByText("3 accounts, 3 phone numbers");
  await screen.findByText("Draft saved");
  await waitFor(() =>
    expect(stored("blast-draft")?.audience?.source.value).toMatchObject({
      buildings: ["North Tower"],
      unitTo: "105",
    }),
  );
});

test("recipients can be saved as an audience and chosen again", async () => {
  const { user, db, stored } = openBlasts("?blast=blast-draft");
  await user.click(await findButton("Save as audience"));
  await user.type(await screen.findByLabelText("Name"), "garage USERS");
  await user.click(screen.getByRole("button", { name: "Save audience" }));
  await screen.findByText("Another audience has this name.");
  await user.clear(screen.getByLabelText("Name"));
  await user.type(screen.getByLabelText("Name"), "Everyone at Larkspur");
  await user.click(screen.getByRole("button", { name: "Save audience" }));
  await waitFor(() => expect(db.audiences).toHaveLength(2));
  await user.click(await screen.findByRole("radio", { name: "Saved audience" }));
  await user.click(await screen.findByRole("radio", { name: /Everyone at Larkspur/ }));
  await waitFor(() =>
    expect(stored("blast-draft")?.audience?.source.value).toBe(db.audiences[1]?.id),
  );
  expect(screen.getByRole("button", { name: "Delete Everyone at Larkspur" })).toHaveProperty(
    "disabled",
    true,
  );
});

test("pasted numbers become a list that the blast is sent to", async () => {
  const { user, db, stored } = openBlasts("?blast=blast-draft");
  await user.click(await screen.findByRole("radio", { name: "Saved audience" }, loadTimeout));
  await user.click(await findButton("New list"));
  await user.type(await screen.findByLabelText("Name"), "Contractors");
  expect(screen.getByRole("button", { name: "Save list" }).title).toBe("Add a phone number first");
  await user.click(screen.getByLabelText("Phone numbers"));
  await user.paste("(202) 555-0161, 202-555-0162, 2025550161, none");
  await screen.findByText("2 recipients · 1 duplicate · 1 rejected");
  expect(screen.getByRole("button", { name: "Download rejected rows" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save list" }));
  await screen.findByText("List saved with 2 recipients.");
  await waitFor(() =>
    expect(stored("blast-draft")?.audience?.source.value).toBe(db.audiences[1]?.id),
  );
  const recipients = screen.getByRole("complementary", { name: "Recipients" });
  await waitFor(() => expect(recipients.textContent).toContain("2 recipients"));
});

test("the meter counts the sender that is added to the text", async () => {
  const { user } = openBlasts("?blast=blast-draft&step=message");
  const text = await screen.findByLabelText<HTMLTextAreaElement>("Text", {}, loadTimeout);
  await user.clear(text);
  await user.click(text);
  await user.paste("x".repeat(155));
  expect(screen.getByText("2 segments")).toBeTruthy();
  expect(screen.getByText(/Includes “Larkspur Commons:”/)).toBeTruthy();
  await user.clear(text);
  await user.paste(`Larkspur Commons: ${"x".repeat(142)}`);
  expect(screen.getByText("1 segment")).toBeTruthy();
  expect(screen.queryByText(/Includes/)).toBeNull();
});

test("the meter counts segments, and costly characters are replaced with one click", async () => {
  const { user, stored } = openBlasts("?blast=blast-draft&step=message");
  const text = await screen.findByLabelText<HTMLTextAreaElement>("Text", {}, loadTimeout);
  await user.clear(text);
  await user.click(text);
  await user.paste("Larkspur Commons: 9 AM–1 PM");
  expect(screen.getByText("27 of 70 characters", { exact: false })).toBeTruthy();
  expect(screen.getByText(/1 special character makes this text cost more/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Replace" }));
  expect(text.value).toBe("Larkspur Commons: 9 AM-1 PM");
  expect(screen.getByText("27 of 160 characters", { exact: false })).toBeTruthy();
  await waitFor(() => expect(stored("blast-draft")?.body).toBe("Larkspur Commons: 9 AM-1 PM"));
});

test("a file that is not a table is refused", async () => {
  const { user } = openBlasts("?blast=blast-draft");
  await user.click(await screen.findByRole("radio", { name: "Saved audience" }, loadTimeout));
  await user.click(await findButton("New list"));
  await user.click(await screen.findByRole("radio", { name: "Upload a file" }));
  const file = new File(["no table"], "photo.csv", { type: "text/csv" });
  await user.upload(screen.getByLabelText(/^CSV or XLSX/), file);
  await screen.findByText("This is neither CSV nor XLSX.");
});

test("a long link is shortened with one click", async () => {
  const { user, stored } = openBlasts("?blast=blast-draft&step=message");
  const text = await screen.findByLabelText<HTMLTextAreaElement>("Text", {}, loadTimeout);
  await user.clear(text);
  await user.click(text);
  await user.paste("Rules: https://www.example.com/documents/pool-rules.pdf.");
  await user.click(await screen.findByRole("button", { name: "Shorten link" }));
  await waitFor(() =>
    expect(text.value).toMatch(/^Rules: https:\/\/parlor\.example\/s\/[a-z0-9]{8}\.$/),
  );
  expect(screen.queryByRole("button", { name: "Shorten link" })).toBeNull();
  await waitFor(() => expect(stored("blast-draft")?.body).toBe(text.value));
});

test("a template fills in the text, and the earlier text can be brought back", async () => {
  const { user } = openBlasts("?blast=blast-draft&step=message");
  const text = await screen.findByLabelText<HTMLTextAreaElement>("Text", {}, loadTimeout);
  const before = text.value;
  await user.click(screen.getByRole("button", { name: "Start from a template" }));
  await user.click(await screen.findByRole("menuitem", { name: "Board meeting" }));
  expect(text.value).toContain("The board meets on [day]");
  await user.click(await findButton(/^Undo/));
  expect(text.value).toBe(before);
});

test("changes that could not be saved survive a reload", async () => {
  const { user, unmount } = openBlasts("?blast=blast-draft&step=message", {
    prepare: ({ db }) =>
      db.failingMethods.set("UpdateBlast", createError(Code.Internal, "INTERNAL", "Broken.")),
  });
  await user.type(await screen.findByLabelText("Title", {}, loadTimeout), ", phase 2");
  await screen.findByText("Your changes aren't saved yet.");
  unmount();
  const { stored } = openBlasts("?blast=blast-draft&step=message");
  await waitFor(() => expect(stored("blast-draft")?.title).toBe("Water shutoff, phase 2"));
  await screen.findByDisplayValue("Water shutoff, phase 2");
});

test("a merge field is inserted where the cursor is", async () => {
  const { user } = openBlasts("?blast=blast-draft&step=message");
  const text = await screen.findByLabelText<HTMLTextAreaElement>("Text", {}, loadTimeout);
  await user.clear(text);
  await user.type(text, "Hello , hi");
  text.setSelectionRange(6, 6);
  await user.click(screen.getByRole("button", { name: "First name" }));
  expect(text.value).toBe("Hello {{first_name|neighbor}}, hi");
});

test("a draft that a colleague changed asks which version to keep", async () => {
  const { user, stored } = openBlasts("?blast=blast-draft&step=message");
  const title = await screen.findByLabelText<HTMLInputElement>("Title", {}, loadTimeout);
  const blast = stored("blast-draft");
  await user.type(title, " on Tuesday");
  if (blast) Object.assign(blast, { title: "Water is off", version: blast.version + 1 });
  await screen.findByText("Someone else changed this draft.");
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await screen.findByText("Draft saved");
  expect(blast?.title).toBe("Water shutoff on Tuesday");
});
