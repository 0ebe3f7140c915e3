import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadValidator } from "../../../forms/rules";
import { NumberCarrier } from "../../../gen/parlor/v1/number_carrier_pb";
import { openApp } from "../../../testing/open-app";

const find = { timeout: 60_000 };

// The validator is large; it is loaded once, before the tests.
beforeAll(async () => void (await loadValidator()));

async function openTexting() {
  const app = openApp({ path: "/admin?section=texting", as: "dana" });
  const form = within(await screen.findByRole("form", { name: "Textline" }, find));
  const panel = within(screen.getByRole("region", { name: "Textline" }));
  return { ...app, form, panel };
}

test("a Textline account is set up, and its webhook URL is shown once", async () => {
  const { user, form, panel } = await openTexting();
  panel.getByText("Not set up");
  await user.type(form.getByLabelText("Email"), "bot@wickham.example");
  await user.type(form.getByLabelText("Password"), "guess");
  await user.type(form.getByLabelText("API key"), "key");
  await user.click(panel.getByRole("button", { name: "Test and save" }));
  await form.findByText(/^Nothing was saved\. Textline did not accept/, {}, find);

  await user.clear(form.getByLabelText("Password"));
  await user.type(form.getByLabelText("Password"), "right");
  await user.click(panel.getByRole("button", { name: "Test and save" }));
  const url = await screen.findByLabelText<HTMLInputElement>("Webhook URL", {}, find);
  expect(url.value).toBe("https://parlor.example/textline/first");
  await user.click(screen.getByRole("button", { name: "Done, I saved it" }));
  await panel.findByText("Set up", {}, find);
  expect(screen.queryByDisplayValue("https://parlor.example/textline/first")).toBeNull();
  expect(form.getByLabelText("Password")).toHaveProperty("value", "");

  await user.click(panel.getByRole("button", { name: "Replace webhook URL" }));
  await user.click(screen.getByRole("button", { name: "Replace URL" }));
  await screen.findByDisplayValue("https://parlor.example/textline/second", {}, find);
  await user.click(screen.getByRole("button", { name: "Done, I saved it" }));

  await user.click(panel.getByRole("button", { name: "Remove" }));
  await user.click(screen.getByRole("button", { name: "Remove account" }));
  await panel.findByText("Not set up", {}, find);
  expect(panel.queryByRole("button", { name: "Replace webhook URL" })).toBeNull();
});

test("a number is switched to Textline with its group, and back", async () => {
  const { user, fakeApi } = await openTexting();
  const carriers = fakeApi.db.numberCarriers;
  const row = async () => within(await screen.findByRole("row", { name: /Harbor Row/ }, find));
  (await row()).getByText("Test phone");
  await user.click(
    await screen.findByRole("button", { name: "More actions for Harbor Row" }, find),
  );
  await user.click(await screen.findByRole("menuitem", { name: "Use Textline" }, find));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Use Textline for Harbor Row" }, find),
  );
  await user.click(dialog.getByRole("button", { name: "Use Textline" }));
  await dialog.findByText("Enter the UUID of the Textline group that has this number.", {}, find);
  await user.type(dialog.getByLabelText("Group UUID"), "21ca50a9-a85d-49d1-9266-0df69fd5a9ef");
  await user.click(dialog.getByRole("button", { name: "Use Textline" }));
  await screen.findByText("Harbor Row now uses Textline.", {}, find);
  expect(screen.getByText(/^Texts to residents of \d+ units are now sent/)).toBeTruthy();
  expect(carriers.get("harbor")).toBe(NumberCarrier.TEXTLINE);
  await (await row()).findByText("Textline", {}, find);
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(carriers.get("harbor")).toBe(NumberCarrier.TEST_PHONE), find);
  await (await row()).findByText("Test phone", {}, find);
});
