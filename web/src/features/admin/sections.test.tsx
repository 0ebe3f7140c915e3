import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadValidator } from "../../forms/rules";
import { AnsweringEngine, SentenceModel } from "../../gen/parlor/v1/engine_status_service_pb";
import { NumberCarrier } from "../../gen/parlor/v1/number_carrier_pb";
import { createError } from "../../testing/fake-api/errors";
import { openApp } from "../../testing/open-app";
import { engineLabel } from "./texting/labels";

const find = { timeout: 60_000 };

// The validator is large; it is loaded once, before the tests.
beforeAll(async () => void (await loadValidator()));

test.each([
  ["email", "GetEmailConfiguration", "Couldn't load email settings", "Saved to the outbox"],
  ["outbox", "ListMails", "Couldn't load outbox", "Welcome to Parlor"],
  [
    "texting",
    "GetTwilio",
    "Couldn't load the Twilio account",
    "Texts stay on the test phone until you switch a number to Twilio.",
  ],
  [
    "texting",
    "GetTextline",
    "Couldn't load the Textline account",
    "Texts stay on the test phone until you switch a number to Textline.",
  ],
  [
    "texting",
    "GetEngineStatus",
    "Couldn't load bot status",
    engineLabel(AnsweringEngine.MEANING, SentenceModel.READY),
  ],
  ["partners", "ListPartners", "Couldn't load credentials", "No partners yet"],
  ["companies", "ListCompanies", "Couldn't load companies", "Older & Sons"],
])("%s shows an error and retries", async (section, method, words, then) => {
  const { user, fakeApi } = openApp({
    path: `/admin?section=${section}`,
    as: "ines",
    prepare: ({ db }) =>
      db.failingMethods.set(method, createError(Code.Internal, "INTERNAL", "It broke.")),
  });
  await screen.findByText(words, {}, find);
  fakeApi.db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(then, {}, find);
});

test("changing the carrier of a number says who is affected and can be undone", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=texting", as: "dana" });
  const change = () => screen.findByRole("button", { name: "More actions for Harbor Row" }, find);
  const carriers = fakeApi.db.numberCarriers;
  await user.click(await change());
  await user.click(await screen.findByRole("menuitem", { name: "Use Twilio" }, find));
  await screen.findByText("Harbor Row now uses Twilio.", {}, find);
  expect(screen.getByText(/^Texts to residents of \d+ units are now sent/)).toBeTruthy();
  expect(carriers.get("harbor")).toBe(NumberCarrier.TWILIO);
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(carriers.get("harbor")).toBe(NumberCarrier.TEST_PHONE), find);
});

test("a typed token is not stored, and leaving the section asks first", async () => {
  const { user, location } = openApp({ path: "/admin?section=texting", as: "ines" });
  const form = within(await screen.findByRole("form", { name: "Twilio" }, find));
  await user.type(form.getByLabelText("Account SID"), "AC123");
  const tabs = within(screen.getByRole("navigation", { name: "Administration" }));
  await user.click(tabs.getByRole("link", { name: "Users" }));
  await waitFor(() => expect(location.path).toContain("section=users"), find);
  await user.click(tabs.getByRole("link", { name: "Texting" }));
  const again = within(await screen.findByRole("form", { name: "Twilio" }, find));
  expect(again.getByLabelText("Account SID")).toHaveProperty("value", "AC123");

  await user.type(again.getByLabelText("Auth token"), "much-too-secret");
  await user.click(tabs.getByRole("link", { name: "Users" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }, find));
  expect(location.path).toContain("section=texting");
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("much-too-secret");
});

test("a secret is removed from the page when its sheet closes", async () => {
  const { user } = openApp({ path: "/admin?section=partners", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "New credential" }, find));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Ledger bridge");
  await user.click(screen.getByLabelText(/^See your communities/));
  await user.click(screen.getByRole("button", { name: "Issue credential" }));
  const secret = await screen.findByLabelText<HTMLInputElement>("Client secret", {}, find);
  expect(secret.value).toBe("only-this-once");
  await user.click(screen.getByRole("button", { name: "Done, I saved it" }));
  await screen.findByText("Active", {}, find);
  expect(screen.queryByDisplayValue("only-this-once")).toBeNull();
});

test("a public client has no secret and cannot get one", async () => {
  const { user } = openApp({ path: "/admin?section=partners", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "New credential" }, find));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Ledger pocket");
  await user.click(screen.getByLabelText(/^See your communities/));
  const isPublic = screen.getByRole("switch", { name: "Public client" });
  expect(isPublic).toHaveProperty("checked", false);
  screen.getByText(/^For mobile and browser apps/);
  await user.click(isPublic);
  await user.click(screen.getByRole("button", { name: "Issue credential" }));
  await screen.findByText(/A public client has no secret\.$/, {}, find);
  expect(screen.queryByLabelText("Client secret")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Done" }));
  await screen.findByText("Users, with OAuth (public client)", {}, find);
  await user.click(screen.getByRole("button", { name: "More actions for Ledger pocket" }));
  await screen.findByRole("menuitem", { name: "Revoke" }, find);
  expect(screen.queryByRole("menuitem", { name: "Replace secret" })).toBeNull();
});

test("a failed email shows its reason, and the text of an invitation is hidden", async () => {
  const { user } = openApp({ path: "/admin?section=outbox", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "About your question" }, find));
  await screen.findByText("The mail server does not know this address.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  await user.click(screen.getByRole("button", { name: "Welcome to Parlor" }));
  await screen.findByText(/^This email has a private login link/);
});

test("an email shows bidirectional control characters as marks", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=outbox", as: "dana" });
  for (const email of fakeApi.db.emails) email.body &&= "Pay at \u202emoc.elpmaxe";
  await user.click(await screen.findByRole("button", { name: "About your question" }, find));
  await screen.findByText("Pay at [RLO]moc.elpmaxe");
});
