// The user's profile: changes are saved, and access of applications can be revoked.
import { expect, test } from "./support";
import { back, issuePartner } from "./support/partner";
import { call, password } from "./support/resident";

test.use({ dataset: "profile", elsewhere: [new URL(back).origin] });

const email = "manager@harborline.example";

/** A picture of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("name, vendors and picture are saved", async ({ page, signIn }) => {
  await signIn(email);
  await page.goto("/profile");
  const you = page.getByRole("region", { name: "You" });
  const vendors = page.getByRole("region", { name: "Preferred vendors" });

  await you.getByLabel("Phone").fill("12");
  await you.getByRole("button", { name: "Save" }).click();
  await expect(you.getByLabel("Phone")).toHaveAttribute("aria-invalid", "true");
  await you.getByLabel("First name").fill("Marc");
  await you.getByLabel("Phone").fill("(202) 555-0123");
  await you.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Marc Bell, Manager" })).toBeVisible();

  const list = vendors.getByRole("list", { name: "Preferred vendors" });
  for (const name of ["Ace Plumbing", "Bolt Electric"]) {
    await vendors.getByLabel("Add a vendor").fill(name);
    await vendors.getByLabel("Add a vendor").press("Enter");
    await expect(list.getByText(name)).toBeVisible();
  }
  const up = vendors.getByRole("button", { name: "Move Bolt Electric up" });
  await up.press("Enter");
  await expect(up, "the focus stays with the moved row").toBeFocused();
  await vendors.getByRole("button", { name: "Save vendors" }).click();
  await expect(vendors.getByRole("button", { name: "Save vendors" })).toBeDisabled();

  await you.getByLabel(/Header image/).setInputFiles({
    name: "house.png",
    mimeType: "image/png",
    buffer: picture,
  });
  await page.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
  await page.getByRole("button", { name: "Use this picture" }).click();
  await expect(you.getByRole("img", { name: "Your header" })).toBeVisible();

  await page.reload();
  await expect(you.getByLabel("First name")).toHaveValue("Marc");
  await expect(you.getByLabel("Phone")).toHaveValue("(202) 555-0123");
  await expect(list.getByRole("listitem").first()).toContainText("Bolt Electric");
  await expect(you.getByRole("img", { name: "Your header" })).toBeVisible();
  await you.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(you.getByRole("img", { name: "Your header" })).toBeVisible();
});

test("Back with unsaved changes asks first", async ({ page, signIn }) => {
  await signIn(email);
  await page.goto("/turbo");
  await page.getByRole("button", { name: /Marc/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  const name = page.getByLabel("Last name");
  await name.fill("Bellman");
  await page.goBack();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/profile");
  await expect(name).toHaveValue("Bellman");
  await page.goBack();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/turbo/);
});

test("an application loses access, a session ends and a password changes", async ({
  browser,
  page,
  server,
  signIn,
}) => {
  const { clientId, clientSecret, verifier, authorizationParams } = await issuePartner(
    server.address,
    "Elm Ledger",
  );
  await signIn(email);
  const gone = page.waitForURL(`${back}?*`);
  await page.route("http://127.0.0.1:9/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Elm Ledger</h1>" }),
  );
  await page.goto(`/oauth2/v1/auth?${authorizationParams}`);
  await page.getByRole("button", { name: "Allow" }).click();
  await gone;
  const code = new URL(page.url()).searchParams.get("code");
  const { access_token } = await call<{ access_token: string }>(
    server.address,
    "",
    "/oauth2/v1/token",
    {
      grant_type: "authorization_code",
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: back,
      code_verifier: verifier,
    },
  );
  const answers = `${server.address}/textCommunities/community/community-harbor-row/answers`;
  const read = async () =>
    (await fetch(answers, { headers: { authorization: `Bearer ${access_token}` } })).status;
  expect(await read()).toBe(200);

  const elsewhere = await browser.newContext({ baseURL: server.address });
  const other = await elsewhere.newPage();
  await other.goto("/login");
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Log in" }).click();
  await expect(other.getByRole("navigation", { name: "Screens" })).toBeAttached();

  await page.goto("/profile");
  await page.getByRole("button", { name: "Remove access for Elm Ledger" }).click();
  await expect(page.getByText("No connected apps.")).toBeVisible();
  await expect.poll(read).toBe(401);

  const form = page.getByRole("form", { name: "Password" });
  await form.getByLabel("Current password").fill(password);
  await form.getByLabel("New password").fill("lantern cobalt otter");
  await form.getByRole("button", { name: "Change password" }).click();
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await other.reload();
  await expect(other.getByText("Please login again")).toBeVisible();
  await elsewhere.close();
  await page.reload();
  await expect(sessions.getByText("This session")).toBeVisible();
});
