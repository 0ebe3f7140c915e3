// Configuration of the browser benchmarks for `make bench`. No test depends on them.
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
