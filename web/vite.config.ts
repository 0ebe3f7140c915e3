import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Where calls go while developing; the server itself serves the built files.
const server = process.env.PARLOR_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  server: {
    port: 5173,
    proxy: { "^/parlor\\.v1\\.": { target: server, changeOrigin: false } },
  },
  build: {
    // What the design's light-dark() needs at least.
    target: ["chrome123", "safari17.5", "firefox120"],
    // A strict content security policy allows no script in the page itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: true,
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
  },
});
