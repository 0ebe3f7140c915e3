import { chromium } from "playwright";
const base = process.env.BASE ?? "http://127.0.0.1:8191";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const scheme of ["light", "dark"]) {
  for (const [w, h] of [[1440, 900], [1024, 800], [390, 844]]) {
    const page = await browser.newPage({ viewport: { width: w, height: h }, colorScheme: scheme });
    await page.goto(`${base}/login`);
    await page.getByLabel("Email").fill("admin@harborline.example");
    await page.getByLabel("Password", { exact: true }).fill("parlor-demo-house");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => !url.pathname.includes("login"));
    await page.goto(`${base}/omnichannel`);
    await page.getByRole("region", { name: "Conversations" }).getByRole("link").first().waitFor();
    await page.waitForTimeout(1200);
    const shot = (n) => page.screenshot({ path: `/tmp/shots-inbox/${n}-${w}-${scheme}.png` });
    await shot("list");
    await page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: /Nadia Rahman/ }).first().click();
    await page.waitForTimeout(1200);
    await shot("item");
    await page.goto(`${base}/omnichannel?channel=text`);
    await page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: /Nadia|Theo/ }).first().click();
    await page.getByLabel("Your reply").fill("/");
    await page.waitForTimeout(800);
    await shot("canned");
    await page.getByLabel("Your reply").fill("");
    if (scheme === "light") {
      const e = page.getByRole("radio", { name: "Email" }).last();
      await e.click({ timeout: 3000 }).catch((x) => console.log("email radio", w, String(x).slice(0, 120)));
      await page.waitForTimeout(800);
      await shot("cross");
      if (w < 1280) {
        await page.getByRole("button", { name: "Person" }).click();
        await page.waitForTimeout(500);
        await shot("person");
      }
    }
    await page.close();
  }
}
await browser.close();
