// Builds the chat for residents' browsers into the folder of the app's build. Each mode is one script: "chat" is the page
// in the frame, "loader" is the file `chat.js` for websites.
import { defineConfig } from "vite";

/** The app's browsers are too new to expect them of a community's residents. */
const target = ["es2020", "chrome90", "edge90", "firefox90", "safari14"];

const outputs = {
  // The server finds these files by the eight characters of their hashes.
  chat: {
    format: "es",
    entryFileNames: "assets/chat-[hash:8].js",
    assetFileNames: "assets/[name]-[hash:8][extname]",
  },
  // In a function of its own: it shares the website's global names.
  loader: { format: "iife", entryFileNames: "chat.js" },
} as const;

export default defineConfig(({ mode }) => {
  const isLoader = mode === "loader";
  return {
    publicDir: false,
    logLevel: "warn",
    build: {
      target,
      outDir: "dist",
      // The app is there already.
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      sourcemap: true,
      manifest: isLoader ? false : ".vite/chat-manifest.json",
      rolldownOptions: {
        input: isLoader ? "src/widget/loader-entry.ts" : { chat: "src/widget/main.ts" },
        output: isLoader ? outputs.loader : outputs.chat,
      },
    },
  };
});
