// Which screens each user may open, from a hand-written copy of the specification's table rather
// than the app's own.

import { expect, test } from "./support";
import {
  everybody,
  expectRoutes,
  type Path,
  requests,
  serviceRequestArguments,
  titleOf,
  titles,
} from "./support/routes";
import { goWithin } from "./support/session";

test.use({ dataset: "access", serverArguments: serviceRequestArguments });

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
