// `make bench` has the browser's figures from here; no test depends on them.
import { defineConfig } from "@playwright/test";
import base from "../../playwright.config";

export default defineConfig(base, {
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../../test-results/bench",
  timeout: 600_000,
  reporter: [["dot"]],
  use: { trace: "off" },
});
