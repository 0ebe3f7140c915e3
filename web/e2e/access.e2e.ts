// Who may open which screen, from a hand-written copy of the specification's table rather than the
// app's own.
import type { Page } from "@playwright/test";
import { expect, test } from "./support";
import type { Server } from "./support/server";
import { enter, goWithin, openSession } from "./support/session";

test.use({
  dataset: "access",
  // Northgate is the second company with service requests, and Marcus is enabled for them
  // individually.
  serverArguments: [
    ...["--service-request-company-id", "company-northgate"],
    ...["--service-request-user-ids", "staff-harborline-manager"],
  ],
});

const titles = {
  "/turbo": "Turbo",
  "/escalations": "Escalations",
  "/messages": "Conversations",
  "/textBlast": "Text blast",
  "/webChat": "Web chat",
  "/omnichannel": "Omnichannel",
  "/email": "Email",
  "/answers": "Knowledge Base",
  "/testwindow": "Test window",
  "/writingAssistant": "Writing assistant",
  "/assistants": "Assistants (Beta)",
  "/serviceRequestMain": "Service requests",
  "/serviceRequestCreate": "New service request",
  "/serviceRequest": "Service request",
  "/serviceRequestPending": "Pending service requests",
  "/serviceRequestApproved": "Approved service requests",
  "/serviceRequestMainUpdated": "Service requests overview",
  "/reporting": "Reporting",
  "/playground": "Playground",
  "/admin": "Administration",
  "/profile": "Profile",
  "/knowledge-base-management": "Knowledge base management",
  "/oauth2/v1/auth": "Allow access",
} as const;

type Path = keyof typeof titles;

const requests: readonly Path[] = [
  "/serviceRequestMain",
  "/serviceRequestCreate",
  "/serviceRequest",
  "/serviceRequestPending",
  "/serviceRequestApproved",
  "/serviceRequestMainUpdated",
];

/** Every route of the specification that requires a session, and one that doesn't exist. */
const routes = [...Object.keys(titles), "/no-such-screen"];

/** Routes open to all users without the restricted view. */
const everybody: readonly Path[] = ["/oauth2/v1/auth", "/profile", "/writingAssistant"];

type Person = {
  email: string;
  /** What sets this kind of user apart. */
  kind: string;
  home: Path;
  /** Routes that the specification allows, in the order of the menu. */
  may: Path[];
  label: "Administrator" | "Manager";
};

const people: Person[] = [
  {
    email: "admin@parlor.example",
    kind: "administrator of the main company, v3 absent",
    home: "/answers",
    may: [
      "/turbo",
      "/escalations",
      "/messages",
      "/answers",
      "/testwindow",
      "/knowledge-base-management",
      "/webChat",
      ...everybody,
      ...requests,
      "/reporting",
      "/playground",
      "/admin",
    ],
    label: "Administrator",
  },
  {
    email: "admin@harborline.example",
    kind: "administrator, v3 on",
    home: "/turbo",
    may: [
      "/turbo",
      "/escalations",
      "/textBlast",
      "/webChat",
      "/omnichannel",
      "/email",
      ...everybody,
      "/assistants",
      "/reporting",
      "/admin",
    ],
    label: "Administrator",
  },
  {
    email: "manager@harborline.example",
    kind: "manager, v3 on, named account",
    home: "/turbo",
    may: [
      "/turbo",
      "/escalations",
      "/textBlast",
      "/webChat",
      "/omnichannel",
      "/email",
      ...everybody,
      "/assistants",
      ...requests,
      "/reporting",
    ],
    label: "Manager",
  },
  {
    email: "blaster@harborline.example",
    kind: "restricted view",
    home: "/textBlast",
    may: ["/textBlast", "/profile"],
    label: "Manager",
  },
  {
    email: "admin@northgate.example",
    kind: "administrator of the second company, v3 absent",
    home: "/answers",
    may: ["/turbo", "/escalations", "/answers", "/testwindow", ...everybody, ...requests, "/admin"],
    label: "Administrator",
  },
  {
    email: "manager@northgate.example",
    kind: "manager of the second company, v3 absent",
    home: "/answers",
    may: ["/turbo", "/escalations", "/answers", "/testwindow", ...everybody, ...requests],
    label: "Manager",
  },
];

/** The title of a screen. Text blasts have a different one in the restricted view. */
function titleOf(path: Path, may: readonly Path[]): string {
  const isRestricted = !may.includes("/oauth2/v1/auth");
  return isRestricted && path === "/textBlast" ? "Parlor Blaster" : titles[path];
}

/** Opens the routes: those that are allowed, and the not-found page for all others. */
async function expectRoutes(page: Page, may: readonly Path[], checked: readonly string[] = routes) {
  for (const route of checked) {
    const path = may.find((one) => one === route);
    const open = path !== undefined;
    const title = `${open ? titleOf(path, may) : "Page not found"} · Parlor`;
    // Another title comes first, so that the previous content can't be mistaken for the new one.
    if ((await page.title()) === title) {
      await goWithin(page, open ? "/no-such-screen" : "/profile");
      await expect(page).not.toHaveTitle(title);
    }
    await goWithin(page, route);
    await expect(page, route).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "404", exact: true })).toHaveCount(open ? 0 : 1);
    await expect(page).toHaveURL(route);
  }
}

/** Screens that are opened from other screens. */
const outsideMenu: readonly Path[] = [
  ...(["/profile", "/oauth2/v1/auth"] as const),
  ...(["/serviceRequestCreate", "/serviceRequest", "/serviceRequestPending"] as const),
  ...(["/serviceRequestApproved", "/serviceRequestMainUpdated"] as const),
];
const inMenu = (path: Path) => !outsideMenu.includes(path);

for (const { email, kind, home, may, label } of people) {
  test(`${email} (${kind}) comes to ${home} and opens their screens`, async ({ page, signIn }) => {
    await signIn(email);
    await expect(page).toHaveURL(home);
    await expect(page.getByRole("button", { name: `, ${label}` })).toBeVisible();
    const links = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
    const offered = may.filter(inMenu);
    const names = offered.map((path) => titleOf(path, may).replace(" (Beta)", ""));
    await expect(links).toHaveText(names.map((name) => new RegExp(`^${name}`)));
    await expectRoutes(page, may);

    await goWithin(page, "/no-such-screen");
    await expect(page.getByText("Oops! Page not found.")).toBeVisible();
    await expect(
      page.getByText("We can't seem to find the page you're looking for."),
    ).toBeVisible();
    await page.getByRole("button", { name: "Go Home" }).click();
    await expect(page).toHaveURL(home);
    for (const open of ["/login", "/reset-password", "/reset-password/some-token"]) {
      await page.goto(open);
      await expect(page, "a logged-in user is redirected").toHaveURL(home);
    }
  });
}

/** What an option opens in a company without texting v3. */
const opens = {
  HIDE_ANSWERS: [],
  TURBO_TEST_VIEW_ENABLED: ["/turbo", "/escalations"],
  WEBCHAT: ["/webChat"],
  TEXT_BLAST: ["/textBlast"],
  TW: ["/testwindow"],
  RP: ["/reporting"],
  OMNICHANNEL: ["/omnichannel", "/email"],
  MEETING_SUMMARIZER: ["/assistants"],
  SCOPE_OF_WORK_GENERATOR: ["/assistants"],
  POLICY_DRAFTING_TOOL: ["/assistants"],
  MEDIATION_CONSULTANT: ["/assistants"],
  SOCIAL_MEDIA_PR: ["/assistants"],
  DRAFT_EMAILS_LETTERS: ["/assistants"],
} as const satisfies Record<string, readonly Path[]>;

type Option = keyof typeof opens;

const all = Object.keys(opens) as Option[];

/** The routes that options open. */
const optional = [...new Set<Path>(Object.values(opens).flat())];

/** Sets Northgate's options, as a platform administrator does. */
async function setUp({ address }: Server, v3: boolean, options: readonly Option[]) {
  const usertoken = await openSession(address, "admin@parlor.example");
  const response = await fetch(`${address}/admin/companies/company-northgate`, {
    method: "PATCH",
    headers: { usertoken, "content-type": "application/json" },
    body: JSON.stringify({
      textline_webhook_v3_enabled: v3,
      dashboard_options: options,
      updateMask: "textlineWebhookV3Enabled,dashboardOptions",
    }),
  });
  expect(response.status, await response.text()).toBe(200);
}

for (const [v3, name, options] of [
  ...[[], ...all.map((one) => [one])].map((some) => [false, some.join() || "none", some] as const),
  [false, "every one", all],
  [true, "none", []],
  [true, "every one", all],
] as const) {
  test(`with v3 ${v3 ? "on" : "off"} and of the options ${name}, a manager opens only their screens`, async ({
    page,
    server,
  }) => {
    await setUp(server, v3, options);
    await enter(page, server.address, "manager@northgate.example", "/");
    await expect(page).toHaveURL(v3 ? "/turbo" : "/answers");
    const opened: Path[] = options.flatMap((option) => [...opens[option]]);
    const ofV3: Path[] = v3 ? ["/turbo", "/escalations"] : ["/answers"];
    const may = [...opened, ...ofV3, ...everybody, ...requests];
    // A single option is checked on the routes that options open.
    const checked = options.length === 1 ? optional : routes;
    await expectRoutes(page, v3 ? may.filter((path) => path !== "/testwindow") : may, checked);
    if (v3) return;
    await goWithin(page, "/answers");
    const hidden = options.includes("HIDE_ANSWERS");
    const shown = hidden ? "Test window" : "Knowledge Base";
    await expect(page.getByRole("heading", { level: 1, name: shown })).toBeVisible();
  });
}

test("a visitor is sent to the login and returns to the requested page", async ({ page }) => {
  for (const route of Object.keys(titles)) {
    await page.goto(route);
    await expect(page).toHaveURL("/login");
    await expect(page).toHaveTitle("Log in · Parlor");
  }
  await page.goto("/escalations?tab=reviewed");
  await expect(page).toHaveURL("/login");
  await page.getByLabel("Email").fill("manager@northgate.example");
  await page.getByLabel("Password", { exact: true }).fill("parlor-demo-house");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/escalations?tab=reviewed");
});

test("a wrong password shows an error and keeps the address", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("admin@harborline.example");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("admin@harborline.example");
  await page.goto("/");
  await expect(page).toHaveURL("/login");
});

test("a session that the server does not know ends with a warning", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("parlor.token", "x".repeat(43)));
  await page.goto("/escalations");
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Please login again")).toBeVisible();
});
