import { render, screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadValidator } from "../../../forms/rules";
import { openApp } from "../../../testing/open-app";
import { AccountState } from "./account-state";

const find = { timeout: 60_000 };
const account = `AC${"0".repeat(32)}`;
const service = `MG${"0".repeat(32)}`;

// The validator is large; it is loaded once, before the tests.
beforeAll(async () => void (await loadValidator()));

test("a Twilio account is set up with a messaging service", async () => {
  const { user } = openApp({ path: "/admin?section=texting", as: "dana" });
  const form = within(await screen.findByRole("form", { name: "Twilio" }, find));
  const panel = within(screen.getByRole("region", { name: "Twilio" }));
  await user.type(form.getByLabelText("Account SID"), account);
  await user.type(form.getByLabelText("Auth token"), "token");
  await user.clear(form.getByLabelText(/^Text blast segments per second/));
  await user.type(form.getByLabelText(/^Text blast segments per second/), "100");
  await user.type(form.getByLabelText(/^Messaging service SID/), service);
  await user.click(panel.getByRole("button", { name: "Save" }));
  await panel.findByText("Set up", {}, find);
  expect(form.getByLabelText(/^Messaging service SID/)).toHaveProperty("value", service);
  expect(form.getByLabelText("Auth token")).toHaveProperty("value", "");
});

test("an account whose secret is missing is not shown as set up", () => {
  render(<AccountState account={{ configured: false, isSecretMissing: true }} />);
  screen.getByText("Secret missing");
});
