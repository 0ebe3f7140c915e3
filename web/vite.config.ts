import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Where calls go while developing; the server itself serves the built files.
const server = process.env.PARLOR_SERVER ?? "http://127.0.0.1:8080";

/** Calls travel in binary, so protobuf's JSON half (6 kB gzipped) is not shipped. */
const binaryOnly: Plugin = {
  name: "parlor:binary-only",
  apply: "build",
  enforce: "pre",
  resolveId(source, importer) {
    const json = /\/(from|to)-json\.js$/.test(source);
    return json && importer?.includes("@bufbuild/protobuf") ? "\0parlor:no-json" : undefined;
  },
  load(id) {
    if (id !== "\0parlor:no-json") return undefined;
    const names = [
      "fromJson, fromJsonString, mergeFromJson, mergeFromJsonString, enumFromJson",
      "isEnumJson, toJson, toJsonString, enumToJson",
    ].join(", ");
    const aliases = names.replaceAll(/\w+/g, "no as $&");
    return `function no() { throw new Error("JSON is not shipped"); }\nexport { ${aliases} };`;
  },
};

/** Parlor is in English only, so React Aria's translations are not shipped. */
const oneLanguage: Plugin = {
  name: "parlor:one-language",
  apply: "build",
  enforce: "pre",
  resolveId(source, importer) {
    const words = /\/intl\/(?:\w+\/)?([a-z]{2}-[A-Z]{2})\.mjs$/.exec(source);
    if (!words || words[1] === "en-US" || !importer?.includes("/react-aria")) return undefined;
    return "\0parlor:no-words";
  },
  load: (id) => (id === "\0parlor:no-words" ? "export default undefined;" : undefined),
};

/** The app uses only the categories of the catalogs' schema. */
const categoriesOnly: Plugin = {
  name: "parlor:categories-only",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/catalog.schema.json")) return undefined;
    const category = JSON.parse(code).$defs.intent.properties.category;
    const properties = { category: { enum: category.enum } };
    return { code: JSON.stringify({ $defs: { intent: { properties } } }), map: null };
  },
};

/** Other origins that a build calls. The server allows its pages to call them. */
const origins: Plugin = {
  name: "parlor:origins",
  apply: "build",
  generateBundle() {
    const addresses = ["BASE", "BOT", "TENANTS", "ALTERNATE"]
      .map((name) => this.environment.config.env[`VITE_${name}_URL`] as string | undefined)
      .filter((address) => address !== undefined && URL.canParse(address))
      .map((address) => new URL(address as string).origin);
    const source = [...new Set(addresses)].join("\n");
    if (source) this.emitFile({ type: "asset", fileName: "origins.txt", source });
  },
};

/** `npm run dev:fake`: the app with the fake API instead of a server. */
const fakeApi: Plugin = {
  name: "parlor:fake-api",
  apply: (_, { mode, command }) => mode === "fake" && command === "serve",
  transformIndexHtml: (html) => html.replace("/src/app/main.ts", "/src/testing/main.ts"),
};

/** Tests without JSX that need a DOM. They fail in the project of tests without one. */
const testsOfPages = [
  "src/api/{events,session-token,transport}.test.ts",
  "src/app/remembered-path.test.ts",
  "src/entities/photo-picker/use-photo-picker.test.ts",
  "src/forms/toast-error.test.ts",
  "src/lib/{drafts,lazy,new-version}.test.ts",
  "src/widget/*.test.ts",
];

export default defineConfig({
  plugins: [react(), binaryOnly, oneLanguage, categoriesOnly, origins, fakeApi],
  server: {
    port: 5173,
    // The server and the web share these files: see entities/answer/categories.ts, lib/password-rules.ts.
    fs: { allow: [".", "../server/app/catalogs", "../server/app/passwords"] },
    proxy: { "^/parlor\\.v1\\.": { target: server, changeOrigin: false } },
  },
  build: {
    // The oldest versions that support the design's light-dark().
    target: ["chrome123", "safari17.5", "firefox120"],
    // A strict content security policy forbids inline scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: true,
    // The page's first script lists all chunks, so short names make the login smaller.
    rolldownOptions: { output: { chunkFileNames: "assets/[hash:7].js" } },
  },
  test: {
    restoreMocks: true,
    // The default leaves one of two cores idle.
    maxWorkers: "100%",
    testTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          environment: "happy-dom",
          // Wide enough to show the side menu beside the screen.
          environmentOptions: { happyDOM: { width: 1440, height: 900 } },
          include: ["src/**/*.test.tsx", ...testsOfPages],
          setupFiles: ["src/testing/setup.ts"],
        },
      },
      {
        // Without a DOM and a process per file, these tests take a sixth of the processor time.
        extends: true,
        test: {
          name: "logic",
          environment: "node",
          isolate: false,
          include: ["src/**/*.test.ts"],
          exclude: testsOfPages,
        },
      },
    ],
  },
});
