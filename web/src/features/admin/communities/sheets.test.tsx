import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test, vi } from "vitest";
import { inVantaca, path, rows } from "../../../testing/communities-section";
import { visit } from "../../../testing/visit";
import { toChanges } from "./edit-sheet";

afterEach(() => {
  vi.unstubAllGlobals();
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("a time zone can be unset, and one that is unset is shown as such", async () => {
  const { user, db } = visit(path);
  const harbor = () => db.communities.find(({ id }) => id === "harbor");
  const zone = async () => {
    await user.click(await (await rows()).findByRole("button", { name: "Harbor Row" }));
    const sheet = within(await screen.findByRole("dialog"));
    return sheet.findByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  };
  const input = await zone();
  await user.clear(input);
  await user.type(input, "Not set (uses the phone's area code){Enter}");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(harbor()?.timeZone).toBe(""));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await zone()).value).toBe("Not set (uses the phone's area code)");
});

test("only software with codes requires one", async () => {
  visit(`${path}&new=yes`);
  const sheet = within(await screen.findByRole("dialog", { name: "New community" }));
  expect(sheet.queryByLabelText(/^Code in/)).toBeNull();
});

test("a missing required code is an error at its field", async () => {
  const { user, db } = visit(`${path}&new=yes`, {
    prepare: ({ db }) => inVantaca({ db }),
  });
  const sheet = within(await screen.findByRole("dialog", { name: "New community" }));
  await user.type(sheet.getByLabelText("Name"), "Gull Point");
  await user.type(sheet.getByLabelText("Escalations go to"), "office@wickhamrowe.example");
  await user.click(sheet.getByRole("button", { name: "Create community" }));
  await sheet.findByText("Enter the community's code.");
  await user.type(sheet.getByLabelText("Code in Vantaca"), "GP-1");
  await user.click(sheet.getByRole("button", { name: "Create community" }));
  await (await rows()).findByText("GP-1");
  expect(db.communities.at(-1)).toMatchObject({ label: "Gull Point", vantacaAssocCode: "GP-1" });
});

test("only changed fields are sent, and the update mask names them", () => {
  const before = { id: "a", label: "A", units: 3, secondaryEscalationEmails: ["x@y.example"] };
  expect(toChanges(before, { ...before, units: 4 })).toMatchObject({ id: "a", units: 4 });
  expect(toChanges(before, { ...before, units: 4 })).not.toHaveProperty("label");
  expect(toChanges(before, { ...before, secondaryEscalationEmails: [] })).toMatchObject({
    updateMask: { paths: ["secondary_escalation_emails"] },
  });
  expect(
    toChanges({ ...before, escalationEmail: "x@y.example" }, { ...before, escalationEmail: "" }),
  ).toEqual({
    id: "a",
    updateMask: { paths: ["escalation_email"] },
  });
});

test("a change can be undone for ten seconds", async () => {
  const { user, db } = visit(`${path}&open=harbor`);
  const sheet = within(await screen.findByRole("dialog", { name: "Harbor Row" }));
  await user.clear(sheet.getByLabelText("Name"));
  await user.type(sheet.getByLabelText("Name"), "Harbor Terrace");
  await user.type(sheet.getByLabelText("Escalations go to"), "office@wickhamrowe.example");
  await user.click(sheet.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved Harbor Terrace.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await (await rows()).findByRole("button", { name: "Harbor Row" });
  const harbor = db.communities.find(({ id }) => id === "harbor");
  expect(harbor?.label).toBe("Harbor Row");
  expect(harbor?.escalationEmail).toBe("");
});

test("a sheet with unsaved changes asks before it closes", async () => {
  const { user } = visit(`${path}&open=harbor`);
  const sheet = within(await screen.findByRole("dialog", { name: "Harbor Row" }));
  await user.type(sheet.getByLabelText("Name"), "!");
  await user.click(sheet.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(sheet.getByLabelText("Name")).toHaveProperty("value", "Harbor Row!");
  await user.click(sheet.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Leave without saving" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a number is accepted in common formats, and a test phone number fills an empty field", async () => {
  const { user, db } = visit(`${path}&new=yes`);
  const sheet = within(await screen.findByRole("dialog", { name: "New community" }));
  const number = sheet.getByLabelText<HTMLInputElement>("Text number");
  await user.click(sheet.getByRole("button", { name: "Use test phone" }));
  expect(number.value).toMatch(/^\(\d{3}\) 555-01\d\d$/);
  expect(sheet.queryByRole("button", { name: "Use test phone" })).toBeNull();
  await user.clear(number);
  await user.type(number, "202.555.0109");
  await user.tab();
  expect(number.value).toBe("(202) 555-0109");
  await user.type(sheet.getByLabelText("Name"), "Lantern Court");
  await user.type(sheet.getByLabelText("Escalations go to"), "office@lantern.example");
  await user.click(sheet.getByRole("button", { name: "Create community" }));
  await waitFor(() => expect(db.communities.at(-1)?.number).toBe("+12025550109"));
});
