// A text blast from its draft to the texts that residents receive.
import { expect, test } from "./support";
import { call, Resident } from "./support/resident";
import { blaster, sendBlast, theosPhone } from "./support/send-blast";
import { enter, openSession } from "./support/session";

test.use({ dataset: "blasts" });

/** A time zone in which it is daytime now, so that quiet hours don't delay the texts. */
function dayZone(): string {
  const zones = [
    "America/New_York",
    "Europe/Berlin",
    "Asia/Dubai",
    "Asia/Tokyo",
    "Pacific/Auckland",
  ];
  const hourIn = (timeZone: string) =>
    Number(new Date().toLocaleString("en-US", { timeZone, hour: "numeric", hourCycle: "h23" }));
  return zones.find((zone) => hourIn(zone) >= 10 && hourIn(zone) < 18) ?? "America/Los_Angeles";
}

test("the restricted view writes, reviews, undoes and sends a blast", async ({ page, server }) => {
  const theo = await Resident.at(server.address, theosPhone);
  await enter(page, server.address, blaster, "/");
  await sendBlast(page, () => theo.got());
});

test("a blast above the company's approval threshold waits until a second person approves it", async ({
  browser,
  page,
  server,
}) => {
  const dana = await openSession(server.address, "admin@harborline.example");
  const customizations = { customizations: { blastApprovalAbove: 2 } };
  await call(
    server.address,
    dana,
    "/admin/company/company-harborline/customizations",
    customizations,
    "PUT",
  );
  const token = await enter(page, server.address, blaster, "/textBlast");
  const audience = { filter: { communityIds: ["community-the-meridian"] } };
  const text = "{{community}}: The sauna is closed on Friday.";
  await call(server.address, token, "/blasts", { title: "Sauna closed", body: text, audience });

  await page.reload();
  await page.getByRole("link", { name: "Sauna closed" }).click();
  await page.getByRole("button", { name: /Review/ }).click();
  await expect(page.getByText("A second person must approve it.")).toBeVisible();
  await page.getByRole("button", { name: "Ask for approval" }).click();
  await expect(page.getByText("Another person must approve it.")).toBeVisible();

  const theirs = await browser.newContext({ baseURL: server.address });
  const other = await theirs.newPage();
  await enter(
    other,
    server.address,
    "admin@harborline.example",
    new URL(page.url()).pathname + new URL(page.url()).search,
  );
  await other.getByRole("button", { name: "Approve", exact: true }).click();
  const dialog = other.getByRole("dialog", { name: "Approve this blast?" });
  await expect(dialog).toContainText(/goes to \d+ people/);
  await dialog.getByRole("button", { name: "Approve blast" }).click();
  await expect(other.getByText(/^Sending in/)).toBeVisible();
  await theirs.close();
  await expect(page.getByText(/^Sending in/)).toBeVisible();
});

test("residents without consent are asked once, and those who reply YES get the next blast", async ({
  page,
  server,
}) => {
  const dana = await openSession(server.address, "admin@harborline.example");
  const rows = ["N-1,+13032561901,newcomer", "N-2,+13032561902,newcomer"];
  const file = ["account,phone,tags", ...rows, ""].join("\n");
  const harbor = "community-harbor-row";
  await call(server.address, dana, `/textCommunities/community/${harbor}/accounts/import`, {
    data: Buffer.from(file).toString("base64"),
  });
  const day = { timeZone: dayZone() };
  await call(server.address, dana, `/admin/textCommunities/${harbor}`, day, "PATCH");
  const audience = { filter: { communityIds: [harbor], tags: ["newcomer"] } };
  const blast = { title: "Welcome", body: "{{community}}: Welcome to the building.", audience };
  await call(server.address, dana, "/blasts", blast);
  await enter(page, server.address, "admin@harborline.example", "/textBlast");
  await page.getByRole("link", { name: "Welcome", exact: true }).click();
  await page.getByRole("button", { name: /Review/ }).click();
  await expect(page.getByText("Everyone you chose is left out.")).toBeVisible();
  await page.getByRole("button", { name: "Ask for consent" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Consent: Welcome");
  await expect(page.getByText("To 2 people.")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Preview" })).toContainText("Reply YES");
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("2 of 2 sent")).toBeVisible();

  const resident = await Resident.at(server.address, "+13032561901");
  await resident.text("Yes");
  const progress = page.getByRole("region", { name: "Progress" });
  await progress.getByRole("button", { name: /^Agreed\s+1$/ }).click();
  await expect(page.getByRole("region", { name: "Recipients" })).toContainText("256-1901");

  await page.getByRole("button", { name: "All text blasts" }).click();
  await page.getByRole("link", { name: "Welcome", exact: true }).click();
  await page.getByRole("button", { name: /Review/ }).click();
  await expect(page.getByText("To 1 person.")).toBeVisible();
  await page.getByRole("button", { name: "Ask for consent" }).click();
  await expect(page.getByText("Already asked")).toBeVisible();
  await expect(page.getByText("Everyone you chose is left out.")).toBeVisible();
});
