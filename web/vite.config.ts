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

/** Parlor speaks English: the words of React Aria's other languages are not shipped. */
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

/** Of the catalogs' schema only the categories are shown. */
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

/** The origins that a build calls besides its own: the server lets its pages call them. */
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

/** Tests without JSX that need a page nevertheless. In the project of the others they fail. */
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
    // What the design's light-dark() needs at least.
    target: ["chrome123", "safari17.5", "firefox120"],
    // A strict content security policy allows no script in the page itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: true,
    // The page's first script lists all chunks, so that short names make the login load less.
    rolldownOptions: { output: { chunkFileNames: "assets/[hash:7].js" } },
  },
  test: {
    restoreMocks: true,
    // Else one core of two is left without work.
    maxWorkers: "100%",
    testTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          environment: "happy-dom",
          // The width at which the side menu stands beside the screen.
          environmentOptions: { happyDOM: { width: 1440, height: 900 } },
          include: ["src/**/*.test.tsx", ...testsOfPages],
          setupFiles: ["src/testing/setup.ts"],
        },
      },
      {
        // Neither a page for each file nor a process: these tests took six times the processor time with them.
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
