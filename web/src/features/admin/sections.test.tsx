import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadRules } from "../../forms/rules";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { AnsweringEngine, SentenceModel } from "../../gen/parlor/v1/answering_service_pb";
import { openApp } from "../../testing/app";
import { refusal } from "../../testing/house";
import { answeringWords } from "./texting/answering";

const find = { timeout: 60_000 };

// What checks the rules is large; it is read once.
beforeAll(async () => void (await loadRules()));

test.each([
  ["email", "GetEmailConfiguration", "The e-mail settings did not load", "It stays in the outbox"],
  ["outbox", "ListMails", "Outbox did not load", "Welcome to Parlor"],
  ["texting", "GetTwilio", "The Twilio account did not load", "Not set up"],
  [
    "texting",
    "GetAnswering",
    "How texts are answered did not load",
    answeringWords(AnsweringEngine.MEANING, SentenceModel.READY),
  ],
  ["partners", "ListPartners", "Credentials did not load", "No partner yet"],
  ["companies", "ListCompanies", "Companies did not load", "Older & Sons"],
])("%s that does not load says so, and is read again", async (section, method, words, then) => {
  const { user, house } = openApp({
    path: `/admin?section=${section}`,
    as: "ines",
    prepare: ({ rooms }) =>
      rooms.broken.set(method, refusal(Code.Internal, "INTERNAL", "It broke.")),
  });
  await screen.findByText(words, {}, find);
  house.rooms.broken.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(then, {}, find);
});

test("a company's features are taken away one and all", async () => {
  const { user, house } = openApp({
    path: "/admin?section=companies&company=older",
    as: "ines",
  });
  const sheet = await screen.findByRole("dialog", { name: "Older & Sons" }, find);
  await user.click(within(sheet).getByLabelText(/^Test window/));
  await within(sheet).findByText(/They lose Test window/);
  await user.click(within(sheet).getByRole("button", { name: "Save company" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  const older = house.rooms.companies.find(({ id }) => id === "older");
  expect(older?.dashboardOptions).toEqual([]);
});

test("a sheet in which something is written asks before it is closed", async () => {
  const { user, place } = openApp({ path: "/admin?company=wickham", as: "ines" });
  const sheet = await screen.findByRole("dialog", { name: "Wickham & Rowe" }, find);
  await user.click(within(sheet).getByLabelText(/^Reporting/));
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "Leave without saving?" }, find);
  await user.click(screen.getByRole("button", { name: "Leave without saving" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  expect(place.path).toBe("/admin");
});

test("a token that is written is kept nowhere: another section asks first", async () => {
  const { user, place } = openApp({ path: "/admin?section=texting", as: "ines" });
  const form = within(await screen.findByRole("form", { name: "Twilio" }, find));
  await user.type(form.getByLabelText("Account SID"), "AC123");
  const tabs = within(screen.getByRole("navigation", { name: "Administration" }));
  await user.click(tabs.getByRole("link", { name: "Users" }));
  await waitFor(() => expect(place.path).toContain("section=users"), find);
  await user.click(tabs.getByRole("link", { name: "Texting" }));
  const again = within(await screen.findByRole("form", { name: "Twilio" }, find));
  expect(again.getByLabelText("Account SID")).toHaveProperty("value", "AC123");

  await user.type(again.getByLabelText("Auth token"), "much-too-secret");
  await user.click(tabs.getByRole("link", { name: "Users" }));
  await user.click(await screen.findByRole("button", { name: "Stay here" }, find));
  expect(place.path).toContain("section=texting");
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("much-too-secret");
});

test("a company is made, and its features come next", async () => {
  const { user, house, place } = openApp({ path: "/admin?company=new", as: "ines" });
  await user.type(await screen.findByLabelText("Legal name", {}, find), "Kestrel & Vane");
  await user.click(screen.getByRole("button", { name: "Make company" }));
  await screen.findByRole("dialog", { name: "Kestrel & Vane" }, find);
  const made = house.rooms.companies.at(-1);
  expect(place.path).toBe(`/admin?company=${made?.id}`);
  expect(made?.dashboardOptions).not.toContain(DashboardOption.WEBCHAT);
});

test("words and hours of a company are kept", async () => {
  const { user, house } = openApp({ path: "/admin?section=company", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "Open on Friday" }, find));
  await user.click(screen.getByRole("button", { name: "Add words" }));
  await user.type(screen.getByLabelText("Words 1"), "HOA");
  await user.type(screen.getByLabelText("What the bot says instead 1"), "association");
  await user.click(screen.getByRole("button", { name: "Save presentation" }));
  const company = () => house.rooms.companies.find(({ id }) => id === "wickham");
  await waitFor(() => expect(company()?.customizations?.businessHours.length).toBe(1), find);
  expect(company()?.customizations?.defaultVerbiage[0]).toMatchObject({
    originalText: "HOA",
    newText: "association",
  });
});

test("a secret is in the page until its sheet is closed, and then nowhere", async () => {
  const { user } = openApp({ path: "/admin?section=partners", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "New credential" }, find));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Ledger bridge");
  await user.click(screen.getByLabelText(/^See your communities/));
  await user.click(screen.getByRole("button", { name: "Issue credential" }));
  const secret = await screen.findByLabelText<HTMLInputElement>("Client secret", {}, find);
  expect(secret.value).toBe("only-this-once");
  await user.click(screen.getByRole("button", { name: "I have kept the secret" }));
  await screen.findByText("Works", {}, find);
  expect(screen.queryByDisplayValue("only-this-once")).toBeNull();
});

test("a mail that did not leave says why; a link to an account is not shown", async () => {
  const { user } = openApp({ path: "/admin?section=outbox", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "About your question" }, find));
  await screen.findByText("The mail server does not know this address.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  await user.click(screen.getByRole("button", { name: "Welcome to Parlor" }));
  await screen.findByText(/^Its text holds a link to an account/);
});
