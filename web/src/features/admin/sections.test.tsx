import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadValidator } from "../../forms/rules";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { CustomizationsSchema } from "../../gen/parlor/v1/company_pb";
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

test("all features of a company can be removed", async () => {
  const { user, fakeApi } = openApp({
    path: "/admin?section=companies&company=older",
    as: "ines",
  });
  const sheet = await screen.findByRole("dialog", { name: "Older & Sons" }, find);
  await user.click(within(sheet).getByLabelText(/^Test window/));
  await within(sheet).findByText(/Staff lose Test window/);
  await user.click(within(sheet).getByRole("button", { name: "Save company" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  const older = fakeApi.db.companies.find(({ id }) => id === "older");
  expect(older?.dashboardOptions).toEqual([]);
  await screen.findByText("Turned off Test window. Staff lose Test window.", {}, find);
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(older?.dashboardOptions).toEqual([DashboardOption.TW]), find);
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

test("a sheet with unsaved changes asks before it closes", async () => {
  const { user, location } = openApp({ path: "/admin?company=wickham", as: "ines" });
  const sheet = await screen.findByRole("dialog", { name: "Wickham & Rowe" }, find);
  await user.click(within(sheet).getByLabelText(/^Reporting/));
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "Leave without saving?" }, find);
  await user.click(screen.getByRole("button", { name: "Leave without saving" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  expect(location.path).toBe("/admin");
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

test("creating a company opens its features", async () => {
  const { user, fakeApi, location } = openApp({ path: "/admin?company=new", as: "ines" });
  await user.type(await screen.findByLabelText("Legal name", {}, find), "Kestrel & Vane");
  await user.click(screen.getByRole("button", { name: "Create company" }));
  await screen.findByRole("dialog", { name: "Kestrel & Vane" }, find);
  const made = fakeApi.db.companies.at(-1);
  expect(location.path).toBe(`/admin?company=${made?.id}`);
  expect(made?.dashboardOptions).not.toContain(DashboardOption.WEBCHAT);
});

test("replacements and office hours of a company are saved", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=company", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "Add hours on Friday" }, find));
  await user.click(screen.getByRole("button", { name: "Add replacement" }));
  await user.type(screen.getByLabelText("Words to replace 1"), "HOA");
  await user.type(screen.getByLabelText("Replacement 1"), "association");
  await user.click(screen.getByRole("button", { name: "Save branding" }));
  const company = () => fakeApi.db.companies.find(({ id }) => id === "wickham");
  await waitFor(() => expect(company()?.customizations?.businessHours.length).toBe(1), find);
  expect(company()?.customizations?.defaultVerbiage[0]).toMatchObject({
    originalText: "HOA",
    newText: "association",
  });
});

const wickhamOf = ({ db }: ReturnType<typeof openApp>["fakeApi"]) =>
  db.companies.find(({ id }) => id === "wickham");

test("a company sets the recipient count above which a text blast needs approval", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=company", as: "dana" });
  const above = await screen.findByLabelText("Text blast approval limit", {}, find);
  expect(above).toHaveProperty("value", "0");
  await user.clear(above);
  await user.type(above, "250");
  await user.click(screen.getByRole("button", { name: "Save branding" }));
  await waitFor(() => {
    expect(wickhamOf(fakeApi)?.customizations?.blastApprovalAbove).toBe(250);
  }, find);
});

test("a company lets the bot send its replies to emails", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=company", as: "dana" });
  const sends = await screen.findByRole("switch", { name: "Let the bot send email replies" }, find);
  expect(sends).toHaveProperty("checked", false);
  await user.click(sends);
  await user.click(screen.getByRole("button", { name: "Save branding" }));
  await waitFor(() => {
    expect(wickhamOf(fakeApi)?.customizations?.sendsEmailReplies).toBe(true);
  }, find);
  await screen.findByText(
    /^The bot now answers emails from residents of \d+ communities/,
    {},
    find,
  );
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => {
    expect(wickhamOf(fakeApi)?.customizations?.sendsEmailReplies).toBe(false);
  }, find);
});

test("saving another field keeps the approval limit of text blasts", async () => {
  const { user, fakeApi } = openApp({
    path: "/admin?section=company",
    as: "dana",
    prepare: (api) => {
      const customizations = create(CustomizationsSchema, { blastApprovalAbove: 40 });
      Object.assign(wickhamOf(api) ?? {}, { customizations });
    },
  });
  await user.type(await screen.findByLabelText(/^Header/, {}, find), "Hello");
  await user.click(screen.getByRole("button", { name: "Save branding" }));
  await waitFor(() => expect(wickhamOf(fakeApi)?.customizations?.header).toBe("Hello"), find);
  expect(wickhamOf(fakeApi)?.customizations?.blastApprovalAbove).toBe(40);
});

test("platform administrators set the limit and price of text blasts", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?company=wickham", as: "ines" });
  const sheet = within(await screen.findByRole("dialog", { name: "Wickham & Rowe" }, find));
  const price = sheet.getByLabelText("Price per text segment");
  const limit = sheet.getByLabelText("Text blast recipients per day");
  expect(price).toHaveProperty("value", "0.015");
  await user.clear(price);
  await user.type(price, "0.0000075");
  await user.clear(limit);
  await user.type(limit, "5000");
  await user.click(sheet.getByRole("button", { name: "Save company" }));
  await sheet.findByText("Enter a price from 0 to 1, with up to 6 decimals.", {}, find);
  await user.click(sheet.getByRole("button", { name: "Discard changes" }));
  expect(price).toHaveProperty("value", "0.015");
  await user.clear(price);
  await user.type(price, "0.00755");
  await user.type(limit, "{Backspace}5000");
  await user.click(sheet.getByRole("button", { name: "Save company" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  expect(wickhamOf(fakeApi)).toMatchObject({
    blastDailyLimit: 5000,
    segmentPriceMicros: 7550n,
  });
});

test("clearing the limit of text blasts removes it and keeps the price", async () => {
  const { user, fakeApi } = openApp({
    path: "/admin?company=wickham",
    as: "ines",
    prepare: (api) => Object.assign(wickhamOf(api) ?? {}, { blastDailyLimit: 300 }),
  });
  const sheet = within(await screen.findByRole("dialog", { name: "Wickham & Rowe" }, find));
  await user.clear(sheet.getByLabelText("Text blast recipients per day"));
  await user.click(sheet.getByRole("button", { name: "Save company" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  expect(wickhamOf(fakeApi)).toMatchObject({ blastDailyLimit: 0, segmentPriceMicros: 15_000n });
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
