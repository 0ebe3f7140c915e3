// Browser tests: Debian's Chromium and the real server with new demo data.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// The headless shell runs these tests in three quarters of the time.
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results/failures",
  // Tests of one file share a server and run in order.
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // Generous, so that no result depends on the machine's speed.
  timeout: 300_000,
  expect: {
    timeout: 60_000,
    toHaveScreenshot: {
      animations: "disabled",
      caret: "hide",
      pathTemplate: "e2e/visual/pictures/{arg}{ext}",
      // Another font rendering changes 0.3 % of a picture; a column narrower by 40 px changes 2 %.
      maxDiffPixelRatio: 0.015,
    },
  },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "light",
    contextOptions: { reducedMotion: "reduce" },
    // CI keeps no traces, because recording them takes a tenth of the processor time.
    trace: process.env.CI ? "off" : "retain-on-failure",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: process.env.PARLOR_CHROMIUM ?? chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // Without this, the headless shell renders wider letters than Chromium with windows.
        "--font-render-hinting=none",
        "--disable-quic",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
