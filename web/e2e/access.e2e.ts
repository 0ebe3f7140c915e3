// Who may open what: by hand from the specification's table, not from the app's own.
import { expect, test } from "./support";
import { goWithin } from "./support/enter";

test.use({ scene: "access" });

const titles = {
  "/turbo": "Turbo",
  "/escalations": "Escalations",
  "/messages": "Conversations",
  "/answers": "Knowledge Base",
  "/testwindow": "Test window",
  "/admin": "Administration",
  "/profile": "Profile",
  "/oauth2/v1/auth": "Allow access",
} as const;

type Path = keyof typeof titles;

/** Every route of the specification that needs a session, and one that it does not have. */
const routes = [
  ...(Object.keys(titles) as Path[]),
  "/writingAssistant",
  "/webChat",
  "/textBlast",
  "/serviceRequestMain",
  "/serviceRequestCreate",
  "/serviceRequest",
  "/serviceRequestPending",
  "/serviceRequestApproved",
  "/serviceRequestMainUpdated",
  "/reporting",
  "/playground",
  "/omnichannel",
  "/email",
  "/assistants",
  "/knowledge-base-management",
  "/no-such-screen",
];

type Person = { email: string; home: Path; menu: Path[]; label: "Administrator" | "Manager" };

const everything: Path[] = ["/turbo", "/escalations", "/answers", "/testwindow"];
const administration: Path[] = ["/admin"];

const people: Person[] = [
  {
    email: "admin@parlor.example",
    home: "/answers",
    menu: ["/turbo", "/escalations", "/messages", "/answers", "/testwindow", ...administration],
    label: "Administrator",
  },
  {
    email: "admin@harborline.example",
    home: "/turbo",
    menu: ["/turbo", "/escalations", ...administration],
    label: "Administrator",
  },
  {
    email: "manager@harborline.example",
    home: "/turbo",
    menu: ["/turbo", "/escalations"],
    label: "Manager",
  },
  // Home is /textBlast once that screen is there.
  { email: "blaster@harborline.example", home: "/profile", menu: [], label: "Manager" },
  {
    email: "admin@northgate.example",
    home: "/answers",
    menu: [...everything, ...administration],
    label: "Administrator",
  },
  { email: "manager@northgate.example", home: "/answers", menu: everything, label: "Manager" },
];

for (const { email, home, menu, label } of people) {
  test(`${email} comes to ${home}, has ${menu.length} screens in the menu, and no other`, async ({
    page,
    signIn,
  }) => {
    await signIn(email);
    await expect(page).toHaveURL(home);
    await expect(page.getByRole("button", { name: `, ${label}` })).toBeVisible();

    const links = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
    await expect(links).toHaveText(menu.map((path) => new RegExp(`^${titles[path]}`)));

    const full = home === "/profile" ? [] : ["/oauth2/v1/auth"];
    const mine: string[] = [...menu, "/profile", ...full];
    for (const route of routes) {
      await goWithin(page, route);
      const lost = page.getByRole("heading", { name: "404", exact: true });
      if (mine.includes(route)) {
        await expect(page).toHaveTitle(`${titles[route as Path]} · Parlor`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(lost).toHaveCount(0);
      } else {
        await expect(lost, route).toBeVisible();
        await expect(page.getByText("Oops! Page not found.")).toBeVisible();
        await expect(page).toHaveURL(route);
      }
    }

    await page.getByRole("button", { name: "Go Home" }).click();
    await expect(page).toHaveURL(home);
  });
}

test("a visitor is sent to log in and comes back to where they wanted to go", async ({ page }) => {
  for (const route of Object.keys(titles)) {
    await page.goto(route);
    await expect(page).toHaveURL("/login");
  }
  await page.goto("/escalations?tab=reviewed");
  await expect(page).toHaveURL("/login");
  await page.getByLabel("E-mail").fill("manager@northgate.example");
  await page.getByLabel("Password", { exact: true }).fill("parlor-demo-house");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/escalations?tab=reviewed");
});

test("a wrong password says so, keeps the address and opens nothing", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("admin@harborline.example");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("admin@harborline.example");
  await page.goto("/");
  await expect(page).toHaveURL("/login");
});

test("a session that the server does not know ends with a word about it", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("parlor.token", "x".repeat(43)));
  await page.goto("/escalations");
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Please login again")).toBeVisible();
});
