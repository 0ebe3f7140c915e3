import { readFile } from "node:fs/promises";

/**
 * Finds the scripts of the build whose first source matches. Returns a condition on the address of a request, which is
 * needed because scripts that load later have no names.
 */
export async function isScriptOf(source: RegExp): Promise<(url: URL) => boolean> {
  const manifest = new URL("../../dist/.vite/manifest.json", import.meta.url);
  const chunks: Record<string, { file: string }> = JSON.parse(await readFile(manifest, "utf8"));
  const matching = Object.entries(chunks).filter(([path]) => source.test(path));
  if (matching.length === 0) {
    throw new Error(`no script of ${source}: build with npm run build -- --manifest`);
  }
  const files = new Set(matching.map(([, chunk]) => `/${chunk.file}`));
  return (url) => files.has(url.pathname);
}
