// Every section of the administration in all its states, reached by keyboard.

import type { Page } from "@playwright/test";
import { expect } from "../support";
import { press, tabTo } from "../support/keys";
import { createdAt } from "../support/rpc-stub";
import { settle } from "../support/screen-check";
import { enter, goWithin } from "../support/session";
import {
  checkEverySection,
  checkPath,
  checkScreens,
  findLinks,
  type Screen,
  test,
} from "./fixtures";

test.use({ dataset: "visual", viewport: { width: 1280, height: 720 } });
test.describe.configure({ timeout: 900_000 });

async function openSection(page: Page, label: string) {
  const tabs = page.getByRole("navigation", { name: "Administration" });
  if ((await tabs.count()) === 0) await goWithin(page, "/admin");
  await press(page, tabs.getByRole("link", { name: label, exact: true }));
  await expect(tabs.locator("[aria-current=page]")).toContainText(label);
}

function section(label: string, reads?: readonly string[], empties = reads): Screen {
  const id = label
    .toLowerCase()
    .split(" ")
    .at(label === "Failed jobs" ? -1 : 0)
    ?.replace("-", "");
  return {
    name: `admin-${id}`,
    path: `/admin?section=${id}`,
    title: "Administration",
    open: (page) => openSection(page, label),
    ...(reads && empties ? { reads, empties } : {}),
  };
}

const sections: readonly Screen[] = [
  section("Companies", ["ListCompanies"]),
  section("Company settings"),
  section("Communities", ["ListCommunities"]),
  section("Requests", ["ListCommunityRequests"]),
  section("Users", ["ListUsers"]),
  section("Software"),
  section("Email", ["GetEmailConfiguration"], []),
  section("Outbox", ["ListMails"]),
  section("Texting", ["GetTwilio", "GetTextline", "GetEngineStatus"], []),
  section("Chatwoot", ["GetChatwoot"], []),
  section("Partners", ["ListPartners"]),
  section("Audit trail", ["ListAuditEntries"]),
  section("Failed jobs", ["ListDeadJobs"]),
];

const at = createdAt.toISOString();

const emails = [
  { id: "1", to: "ines@parlor.example", subject: "Welcome", status: "MAIL_STATUS_KEPT" },
  { id: "2", to: "sam@elm.example", subject: "About your question", status: "MAIL_STATUS_SENT" },
].map((email) => ({ ...email, createdAt: at }));

const partner = {
  ...{ id: "1", name: "Elm Ledger", clientId: "elm-ledger", createdAt: at },
  ...{ scopes: ["PARTNER_SCOPE_KNOWLEDGE_READ"], requestsPerMinute: 60 },
};

const job = {
  ...{
    id: "1",
    kind: "JOB_KIND_SEND_SYSTEM_EMAIL",
    purpose: "Send an email",
    attempts: 8,
    createdAt: at,
  },
  problem: "The mail server refused the recipient.",
};

test("the platform's administration is accessible in every state", async ({
  page,
  server,
  stub,
}) => {
  stub.setResponse("ListMails", { mails: emails });
  stub.setResponse("ListPartners", { partners: [partner] });
  stub.setResponse("ListDeadJobs", {
    jobs: [job],
    kinds: [{ kind: "JOB_KIND_SEND_SYSTEM_EMAIL", purpose: "Send an email", count: 1 }],
  });
  await enter(page, server.address, "admin@parlor.example", "/no-such-screen");
  await checkScreens(page, stub, sections);
  const checked = new Set(sections.map(({ path }) => path));
  for (const path of await findLinks(page, "Administration")) {
    if (!checked.has(path)) await checkPath(page, path);
  }
});

test("Tab passes through every section of the administration and out of it", async ({
  page,
  server,
}) => {
  await enter(page, server.address, "admin@parlor.example", "/admin");
  const tabs = page.getByRole("navigation", { name: "Administration" });
  await expect(tabs.getByRole("link").first()).toBeVisible();
  const labels = await tabs.locator("a > span:first-child").allInnerTexts();
  expect(labels.length).toBeGreaterThan(9);
  for (const label of labels) {
    await openSection(page, label);
    await settle(page);
    await tabTo(page, tabs.getByRole("link").first());
  }
});

test("a company's administration is accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/admin");
  await checkEverySection(page);
});
