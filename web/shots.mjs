import { chromium } from "playwright";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
const data = mkdtempSync("/tmp/shot-");
const server = spawn("../target/debug/parlor", ["serve", "--demo", "--data-dir", data, "--listen", "127.0.0.1:8099", "--web-dir", "dist"], { stdio: ["ignore", "pipe", "inherit"] });
for (let i = 0; i < 200; i++) { try { if ((await fetch("http://127.0.0.1:8099/healthz")).ok) break; } catch {} await new Promise((r) => setTimeout(r, 300)); }
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const token = async (email) => (await (await fetch("http://127.0.0.1:8099/users/login", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email, password: "parlor-demo-house" }) })).json()).token;
const dana = await token("admin@harborline.example");
const paths = process.argv.slice(2);
for (const [w, h] of [[1440, 900], [390, 844]]) for (const scheme of ["light", "dark"]) {
  const ctx = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, locale: "en-US", reducedMotion: "reduce" });
  const page = await ctx.newPage();
  page.on("console", (m) => m.type() === "error" && console.log(w, scheme, m.text().slice(0, 200)));
  await page.goto("http://127.0.0.1:8099/login");
  await page.evaluate((t) => localStorage.setItem("parlor.token", t), dana);
  for (const path of paths) {
    await page.goto("http://127.0.0.1:8099" + path);
    await page.waitForTimeout(2500);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) console.log("overflow", path, w, over);
    await page.screenshot({ path: `/tmp/shots/${path.replace(/\W+/g, "_")}-${w}-${scheme}.png` });
  }
  await ctx.close();
}
await browser.close(); server.kill("SIGTERM");
