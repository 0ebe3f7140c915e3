import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { openApp } from "../../testing/open-app";

const find = { timeout: 60_000 };

const tabs = async () => {
  const nav = await screen.findByRole("navigation", { name: "Administration" }, find);
  return within(nav)
    .getAllByRole("link")
    .map((link) => link.textContent);
};

test("a manager cannot open the administration", async () => {
  openApp({ path: "/admin", as: "marcus" });
  await screen.findByRole("heading", { name: "404" }, find);
});

test("companies are shown to platform administrators only", async () => {
  openApp({ path: "/admin?section=companies", as: "dana" });
  expect(await tabs()).not.toContain("Companies");
  expect(screen.queryByRole("table", { name: "Companies" })).toBeNull();
});

test("the sections are in five groups, with Companies apart from the company", async () => {
  openApp({ path: "/admin", as: "ines" });
  const menu = await screen.findByRole("navigation", { name: "Administration" }, find);
  const lines = [...menu.querySelectorAll(".side-menu__title, a > span:first-child")];
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    ...["People", "Users"],
    ...["Communities", "Communities", "Requests", "Company settings"],
    ...["Messaging", "Texting", "Email", "Outbox"],
    ...["Integrations", "Software", "Chatwoot", "Partners"],
    ...["System", "Companies", "Audit trail", "Failed jobs"],
  ]);
});

test("the menu counts users and communities", async () => {
  openApp({ path: "/admin", as: "dana" });
  const menu = within(await screen.findByRole("navigation", { name: "Administration" }, find));
  const count = (name: string) => menu.getByRole("link", { name }).textContent;
  await waitFor(() => expect(count("Communities")).toBe("Communities6"), find);
  await waitFor(() => expect(count("Requests")).toBe("Requests1"), find);
  await waitFor(() => expect(count("Users")).toMatch(/^Users\d+$/), find);
});

test("a setting is found by what its section contains", async () => {
  const { user } = openApp({ path: "/admin", as: "dana" });
  await screen.findByRole("navigation", { name: "Administration" }, find);
  await user.type(screen.getByLabelText("Find a setting"), "logo");
  expect(await tabs()).toEqual(["Company settings"]);
  await user.type(screen.getByLabelText("Find a setting"), "?!");
  await screen.findByText("No matching settings");
});

test("companies are found by part of their name, which is kept in the URL", async () => {
  const { user, location } = openApp({ path: "/admin", as: "ines" });
  await screen.findByText("Wickham & Rowe", {}, find);
  await user.type(screen.getByLabelText("Find a company"), "older");
  await waitFor(() => expect(screen.queryByText("Wickham & Rowe")).toBeNull(), find);
  await screen.findByText("Older & Sons", {}, find);
  expect(location.path).toBe("/admin?find=older");
  await user.type(screen.getByLabelText("Find a company"), "!");
  await screen.findByText("No matching companies", {}, find);
});

test("every screen shows the impersonated company and can end the impersonation", async () => {
  const { user, fakeApi } = openApp({ path: "/admin", as: "ines" });
  await user.click(
    await screen.findByRole("button", { name: "Switch to company Older & Sons" }, find),
  );
  await screen.findByText(/Viewing as Older & Sons/, {}, find);
  expect(fakeApi.db.accounts.at(-1)?.entitlements.actingCompanyId).toBe("older");
  await user.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.queryByText(/Viewing as/)).toBeNull(), find);
  expect(fakeApi.db.accounts.at(-1)?.entitlements.actingCompanyId).toBe("platform");
});

test("the audit trail loads further pages and opens an entry", async () => {
  const { user, location } = openApp({
    path: "/admin?section=audit",
    as: "dana",
    prepare: ({ db }) => {
      const more = db.auditEntries.slice(1, 2);
      const page = Array.from({ length: 47 }, (_, at) =>
        more.map((one) => ({ ...one, id: `${at}` })),
      );
      db.auditEntries.splice(3, 0, ...page.flat());
    },
  });
  await screen.findByRole("button", { name: "Logged in" }, find);
  const table = within(screen.getByRole("table", { name: "Audit trail" }));
  expect(table.queryByText("System")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await table.findByText("System", {}, find);
  await user.click(screen.getByRole("button", { name: "Answer changed" }));
  const sheet = await screen.findByRole("dialog", { name: "Answer changed" });
  expect(within(sheet).getByText("Changed an answer of Harbor Row.")).toBeTruthy();
  expect(within(sheet).queryByText("ANSWER_UPDATED")).toBeNull();
  expect(location.path).toBe("/admin?section=audit&entry=deed-2");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an entry of the audit trail shows the changed values", async () => {
  const { user } = openApp({ path: "/admin?section=audit", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "Community changed" }, find));
  const sheet = await screen.findByRole("dialog", { name: "Community changed" });
  const changes = within(within(sheet).getByRole("region", { name: "Changes" }));
  expect(changes.getByText("Time zone").closest("div")?.textContent).toBe(
    "Time zoneBefore: UTCAfter: America/New_York",
  );
  expect(changes.getByText("Escalation email").closest("div")?.textContent).toBe(
    "Escalation emailBefore: desk@harbor.exampleAfter: Empty",
  );
});

test("the audit trail is filtered by action and user", async () => {
  const { user } = openApp({ path: "/admin?section=audit", as: "dana" });
  await screen.findByRole("button", { name: "Logged in" }, find);
  await user.selectOptions(screen.getByLabelText("User"), "Marcus Bell");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Logged in" })).toBeNull(), find);
  await screen.findByRole("button", { name: "Answer changed" }, find);
  await user.selectOptions(screen.getByLabelText("Action"), "Logged in");
  await screen.findByText("No matching entries", {}, find);
});

test("a list that fails to load shows the reason and retries", async () => {
  const { user, fakeApi } = openApp({
    path: "/admin?section=audit",
    as: "dana",
    prepare: ({ db }) =>
      db.failingMethods.set(
        "ListAuditEntries",
        createError(Code.Internal, "INTERNAL", "It broke."),
      ),
  });
  await screen.findByText("Couldn't load audit trail", {}, find);
  expect(screen.getByText(/7f3a-91c2-0be4/)).toBeTruthy();
  fakeApi.db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Logged in" }, find);
});
