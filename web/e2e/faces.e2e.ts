// Every screen in its four faces (loading, failed, empty, full), held against the pictures in
// faces/: a layout that broke shows, another way to draw letters does not. What its calls get
// decides the face; the app is the same in all of them. `npm run pictures` takes them anew.
import type { Locator, Page } from "@playwright/test";
import { test as base, expect as usual } from "./support";
import { enter, goWithin } from "./support/enter";
import { issuePartner } from "./support/partner";
import { madeAt, Stage } from "./support/stage";

const wide = { width: 1280, height: 720 };
const narrow = { width: 390, height: 720 };

const patience = 60_000;
const expect = usual.configure({ timeout: patience });

const test = base.extend<{ stage: Stage }>({
  stage: async ({ page, server }, use) => {
    await use(await Stage.on(page, server.address));
    // What is still under way when a test has ended is nobody's business.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});

test.use({
  scene: "faces",
  viewport: wide,
  actionTimeout: patience,
  navigationTimeout: patience,
});
// Each takes dozens of pictures.
test.describe.configure({ timeout: 900_000 });

type Screen = {
  name: string;
  path: string;
  title: string;
  /** The tab that is open, where a screen has many. */
  tab?: string;
  /** The calls that fill it: held back, refused, and answered with nothing. */
  reads?: readonly string[];
  /** Those that may bring nothing, where it is not all of them. */
  empties?: readonly string[];
};

/** A screen without its frame, which has pictures of its own: a new entry in the menu is no news. */
async function take(page: Page, name: string, of: Locator | Page = page.getByRole("main")) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect(of).toHaveScreenshot(`${name}.png`);
}

/** Nothing is waited for any more. */
async function settle(page: Page) {
  await expect(page.locator("[aria-busy=true], .skeleton")).toHaveCount(0);
}

/** As it is now, and in the dark on a phone. */
async function takeFull(page: Page, name: string, of?: Locator | Page) {
  await settle(page);
  await take(page, `${name}-full`, of);
  await page.setViewportSize(narrow);
  await page.emulateMedia({ colorScheme: "dark" });
  await settle(page);
  await take(page, `${name}-full-phone`, of);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(wide);
}

async function arrive(page: Page, { path, title, tab }: Screen) {
  await goWithin(page, path);
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  if (tab) {
    await expect(page.getByRole("navigation", { name: "Administration" })).toContainText(tab);
    await expect(page.locator(".tab[aria-current=page]")).toHaveText(tab);
  }
}

/** Another try where one is offered, until nothing is left to try. */
async function tryAgain(page: Page) {
  const again = page.getByRole("main").getByRole("button", { name: "Try again", exact: true });
  for (let left = await again.count(); left > 0; left = await again.count()) {
    await again.first().press("Enter");
    await expect.poll(() => again.count()).toBeLessThan(left);
    await settle(page);
  }
  // Where the last of them stood is not where the screen begins.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("main, main *")) one.scrollTop &&= 0;
  });
}

/** Loading, failed, and full after another try: nothing of it was read before. */
async function fill(page: Page, stage: Stage, screen: Screen) {
  const { name, reads } = screen;
  if (reads) {
    const main = page.getByRole("main");
    await stage.tell("hold", reads);
    await arrive(page, screen);
    // Where there is no room for categories, their shapes are not shown either.
    await expect(main.locator(".skeleton").filter({ visible: true }).first()).toBeVisible();
    await take(page, `${name}-loading`);
    await stage.tell("fail", reads);
    await expect(main.getByRole("alert").first()).toBeVisible();
    await settle(page);
    await take(page, `${name}-failed`);
    await stage.reset();
    await tryAgain(page);
  } else await arrive(page, screen);
  await takeFull(page, name);
}

/** Each screen's faces, with two readings of the page in all. */
async function facesOf(page: Page, stage: Stage, screens: readonly Screen[]) {
  for (const screen of screens) await test.step(screen.name, () => fill(page, stage, screen));
  const bare = screens.map(({ reads = [], empties = reads }) => empties);
  await stage.tell("empty", bare.flat());
  await page.reload();
  for (const [index, screen] of screens.entries()) {
    if (bare[index]?.length === 0) continue;
    await arrive(page, screen);
    await settle(page);
    await take(page, `${screen.name}-empty`);
  }
}

const nowhere = { name: "not-found", path: "/no-such-screen", title: "404" };

test("a community's answers, escalations and one's profile", async ({ page, server, stage }) => {
  await enter(page, server.address, "admin@harborline.example", nowhere.path);
  await facesOf(page, stage, [
    nowhere,
    {
      name: "turbo-communities",
      path: "/turbo?community=none",
      title: "Which community?",
      reads: ["ListTurboCommunities"],
    },
    {
      name: "turbo",
      path: "/turbo?community=community-harbor-row",
      title: "Turbo",
      reads: ["ListAnswers", "ListTestPhoneMessages"],
    },
    {
      name: "escalations",
      path: "/escalations",
      title: "Escalations",
      reads: ["ListEscalations", "GetConversation"],
      empties: ["ListEscalations", "CountEscalations"],
    },
    {
      name: "profile",
      path: "/profile",
      title: "Profile",
      reads: ["ListSessions", "ListGrants"],
      empties: ["ListGrants"],
    },
  ]);
});

test("a knowledge base and its test window", async ({ page, server, stage }) => {
  await enter(page, server.address, "admin@northgate.example", nowhere.path);
  await facesOf(page, stage, [
    // Each has a community of its own: what one read, the other would have at once.
    {
      name: "answers",
      path: "/answers?community=community-juniper-mesa",
      title: "Knowledge Base",
      reads: ["ListAnswers", "ListTestPhoneMessages"],
    },
    {
      name: "testwindow",
      path: "/testwindow?community=community-tinsmith-lofts",
      title: "Test window",
      reads: ["ListTestPhoneMessages", "ListTestCases"],
    },
  ]);
});

test("conversations and the playground", async ({ page, server, stage }) => {
  await enter(page, server.address, "admin@parlor.example", nowhere.path);
  await facesOf(page, stage, [
    {
      name: "conversations",
      path: "/messages",
      title: "Conversations",
      reads: ["ListConversations", "GetConversation", "ListNotes"],
      empties: ["ListConversations", "CountConversations"],
    },
    {
      name: "playground",
      path: "/playground?community=community-bluestem-village",
      title: "Playground",
      reads: ["GetCommunity"],
      empties: [],
    },
  ]);
});

function section(tab: string, reads?: readonly string[], empties = reads): Screen {
  const id = tab
    .toLowerCase()
    .split(" ")
    .at(tab === "Failed jobs" ? -1 : 0)
    ?.replace("-", "");
  return {
    name: `admin-${id}`,
    path: `/admin?section=${id}`,
    title: "Administration",
    tab,
    ...(reads && empties ? { reads, empties } : {}),
  };
}

test("the administration", async ({ page, server, stage }) => {
  const at = madeAt.toISOString();
  stage.write("ListMails", {
    mails: [
      { id: "1", to: "ines@parlor.example", subject: "Welcome", status: "MAIL_STATUS_KEPT" },
      {
        id: "2",
        to: "sam@elm.example",
        subject: "About your question",
        status: "MAIL_STATUS_SENT",
      },
    ].map((mail) => ({ ...mail, createdAt: at })),
  });
  const works = { scopes: ["PARTNER_SCOPE_KNOWLEDGE_READ"], requestsPerMinute: 60 };
  stage.write("ListPartners", {
    partners: [{ id: "1", name: "Elm Ledger", clientId: "elm-ledger", ...works, createdAt: at }],
  });
  const problem = "The mail server refused the recipient.";
  stage.write("ListDeadJobs", {
    jobs: [
      { id: "1", kind: "mail", purpose: "Send an email", problem, attempts: 8, createdAt: at },
    ],
    kinds: [{ kind: "mail", purpose: "Send an email", count: 1 }],
  });
  await enter(page, server.address, "admin@parlor.example", nowhere.path);
  await facesOf(page, stage, [
    section("Companies", ["ListCompanies"]),
    section("Company"),
    section("Communities", ["ListCommunities", "ListCommunityRequests"]),
    section("Users", ["ListUsers"]),
    section("Software"),
    section("Email", ["GetEmailConfiguration"], []),
    section("Outbox", ["ListMails"]),
    section("Texting", ["GetTwilio", "GetEngineStatus"], []),
    section("Partners", ["ListPartners"]),
    section("Audit trail", ["ListAuditEntries"]),
    section("Failed jobs", ["ListDeadJobs"]),
  ]);
});

test("the frame around every screen", async ({ page, server, stage }) => {
  await stage.tell("hold", ["GetCurrentUser", "GetCompany"]);
  await enter(page, server.address, "manager@harborline.example", "/turbo?community=none");
  await expect(page.locator(".skeleton").first()).toBeVisible();
  await take(page, "frame-loading", page);
  await stage.reset();
  await expect(page.getByRole("navigation", { name: "Screens" }).getByText("open")).toBeAttached();
  await takeFull(page, "frame", page);
});

test("a visitor's screens", async ({ page, stage }) => {
  const email = "manager@harborline.example";
  const desk = page.locator(".login__desk");

  await page.goto("/login");
  await take(page, "login-empty");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("lantern cobalt otter");
  await takeFull(page, "login", desk);
  await stage.tell("hold", ["Login"]);
  await page.getByRole("button", { name: "Log in" }).press("Enter");
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
  await take(page, "login-loading", desk);
  await stage.tell("fail", ["Login"]);
  await expect(page.getByRole("alert")).toBeVisible();
  await take(page, "login-failed", desk);

  await page.goto("/reset-password");
  await take(page, "reset-empty", desk);
  await page.getByLabel("Email").fill(email);
  await stage.tell("fail", ["RequestPasswordReset"]);
  await page.getByRole("button", { name: "Send link" }).press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await take(page, "reset-failed", desk);
  await stage.tell("empty", ["RequestPasswordReset"]);
  await page.getByRole("button", { name: "Send link" }).press("Enter");
  await expect(page.getByRole("status")).toBeVisible();
  await takeFull(page, "reset", desk);

  await stage.tell("hold", ["VerifyPasswordResetToken"]);
  await page.goto("/reset-password/a-link");
  await expect(page.locator(".skeleton").first()).toBeVisible();
  await take(page, "new-password-loading", desk);
  await stage.tell("fail", ["VerifyPasswordResetToken"]);
  await expect(page.getByRole("alert")).toBeVisible();
  await take(page, "new-password-failed", desk);
  stage.write("VerifyPasswordResetToken", { firstName: "Marcus" });
  await stage.reset();
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await page.getByLabel("New password").fill("lantern cobalt");
  await takeFull(page, "new-password", desk);
});

test("an application asks for access", async ({ page, server, stage }) => {
  const { asked } = await issuePartner(server.address, "Elm Ledger");
  await stage.tell("hold", ["GetAuthorization"]);
  await enter(page, server.address, "manager@harborline.example", `/oauth2/v1/auth?${asked}`);
  // The page's own shapes, not those that stand in for it while its code is loaded.
  await expect(page.locator(".oauth .skeleton").first()).toBeVisible();
  await take(page, "oauth-loading");
  await stage.tell("fail", ["GetAuthorization"]);
  await expect(page.getByRole("alert")).toBeVisible();
  await take(page, "oauth-failed");
  await stage.reset();
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await takeFull(page, "oauth");
});
