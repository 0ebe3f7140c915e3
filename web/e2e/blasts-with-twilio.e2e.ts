// A text blast on PostgreSQL through Twilio, which reports each delivery.
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support";
import { blaster, sendBlast, theosPhone } from "./support/send-blast";
import { twilioAccount } from "./support/twilio";

test.use({
  dataset: "blasts with Twilio",
  database: "PostgreSQL",
  hasTwilio: true,
  // The server's certificate is self-signed.
  ignoreHTTPSErrors: true,
});

/** Sets up the company's account at Twilio, and sends The Meridian's texts with it. */
async function connectTwilio(page: Page) {
  await page.goto("/admin?section=texting");
  const account = page.getByRole("region", { name: "Twilio", exact: true });
  await account.getByLabel("Account SID").fill(twilioAccount.sid);
  await account.getByLabel("Auth token").fill(twilioAccount.authToken);
  await account.getByRole("button", { name: "Save" }).click();
  await expect(account.getByText("Set up", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "More actions for The Meridian" }).click();
  await page.getByRole("menuitem", { name: "Use Twilio" }).click();
  const toast = page.locator("[data-sonner-toast]");
  await expect(toast.filter({ hasText: "The Meridian now uses Twilio." })).toBeVisible();
}

test("a blast is sent through Twilio, and its results show who got it", async ({
  browser,
  page,
  server,
  twilio,
}) => {
  const context = await browser.newContext({ baseURL: server.address, ignoreHTTPSErrors: true });
  const admin = await context.newPage();
  await signIn(admin, "admin@harborline.example");
  await connectTwilio(admin);
  await context.close();

  await signIn(page, blaster);
  const textsToTheo = async () => (await twilio?.textsTo(theosPhone)) ?? [];
  await sendBlast(page, async () => (await textsToTheo()).map(({ body }) => body));
  const texts = await textsToTheo();
  expect(texts.map(({ from }) => from)).toEqual(["+12025550102"]);
  const picture = await page.request.get(texts[0]?.media_url ?? "");
  expect(picture.headers()["content-type"]).toMatch(/^image\//);
});
