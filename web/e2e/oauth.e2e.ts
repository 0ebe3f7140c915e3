// A user authorizes a partner's application (authorization code with PKCE), the application makes
// its first call, and its access is revoked.
import type { Page } from "@playwright/test";
import { expect, test } from "./support";
import { back, issuePartner } from "./support/partner";
import { call, password } from "./support/resident";

test.use({ dataset: "oauth", elsewhere: [new URL(back).origin] });

const email = "manager@harborline.example";

/** Records visits to the application's redirect URI. */
async function listen(page: Page): Promise<URL[]> {
  const seen: URL[] = [];
  await page.route("http://127.0.0.1:9/**", (route) => {
    seen.push(new URL(route.request().url()));
    return route.fulfill({ contentType: "text/html", body: "<h1>Elm Ledger</h1>" });
  });
  return seen;
}

test("an application gets access, uses it and loses it", async ({ page, server }) => {
  const seen = await listen(page);
  const { clientId, clientSecret, verifier, authorizationParams } = await issuePartner(
    server.address,
    "Elm Ledger",
  );

  await test.step("a wrong redirect address shows an error and is never opened", async () => {
    const wrong = new URLSearchParams(authorizationParams);
    wrong.set("redirect_uri", "http://127.0.0.1:9/elsewhere");
    await page.goto(`/oauth2/v1/auth?${wrong}`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toContainText(
      "is not registered for that redirect address",
    );
    expect(seen).toEqual([]);
  });

  await test.step("Deny redirects without a code", async () => {
    await page.goto(`/oauth2/v1/auth?${authorizationParams}`);
    await expect(
      page.getByRole("heading", { name: "Elm Ledger wants to access your account" }),
    ).toBeVisible();
    await expect(page.getByText("read the bot's answers")).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(page.getByRole("heading", { name: "Elm Ledger", exact: true })).toBeVisible();
    await expect.poll(() => seen.length).toBe(1);
    expect(seen[0]?.searchParams.get("error")).toBe("access_denied");
    expect(seen[0]?.searchParams.has("code")).toBe(false);
  });

  const token =
    await test.step("Allow redirects with a code that is exchanged for a token", async () => {
      await page.goto(`/oauth2/v1/auth?${authorizationParams}`);
      await page.getByRole("button", { name: "Allow" }).click();
      await expect.poll(() => seen.length).toBe(2);
      expect(seen[1]?.searchParams.get("state")).toBe("a state / of its own");
      const exchanged = await call<{ access_token: string }>(
        server.address,
        "",
        "/oauth2/v1/token",
        {
          grant_type: "authorization_code",
          client_id: clientId,
          client_secret: clientSecret,
          code: seen[1]?.searchParams.get("code"),
          redirect_uri: back,
          code_verifier: verifier,
        },
      );
      return exchanged.access_token;
    });

  const answers = `${server.address}/textCommunities/community/community-harbor-row/answers`;
  const read = async () =>
    (await fetch(answers, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await read()).toBe(200);
});
