// Extracts the text of a PDF printed by Chromium, whose fonts map glyphs to characters.

import { inflateSync } from "node:zlib";

/** A font: number of hexadecimal digits per glyph, and the character of each glyph. */
type Font = { digits: number; characters: ReadonlyMap<string, string> };

function streamOf(object: string): string {
  const start = object.indexOf("stream\n");
  const end = object.lastIndexOf("endstream");
  if (start < 0 || end < 0) return "";
  const bytes = Buffer.from(object.slice(start + "stream\n".length, end), "latin1");
  return object.includes("/FlateDecode") ? inflateSync(bytes).toString("latin1") : "";
}

const fromHex = (hex: string) =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** Parses a font's map of glyphs to characters. */
function readFont(map: string): Font {
  const digits = map.match(/begincodespacerange\n<(\w+)>/)?.[1]?.length ?? 4;
  const characters = new Map<string, string>();
  for (const [, glyph = "", text = ""] of map.matchAll(/^<(\w+)> <(\w+)>$/gm)) {
    characters.set(glyph, fromHex(text));
  }
  for (const [, from = "", until = "", text = ""] of map.matchAll(/^<(\w+)> <(\w+)> <(\w+)>$/gm)) {
    const [first, last, char] = [from, until, text].map((hex) => Number.parseInt(hex, 16));
    for (let step = 0; step <= (last ?? 0) - (first ?? 0); step += 1) {
      const glyph = ((first ?? 0) + step).toString(16).toUpperCase().padStart(digits, "0");
      characters.set(glyph, String.fromCharCode((char ?? 0) + step));
    }
  }
  return { digits, characters };
}

/** Returns the text of all pages, without spaces. */
export function pdfText(pdf: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, id, object] of pdf
    .toString("latin1")
    .matchAll(/^(\d+) 0 obj\n([\s\S]*?)^endobj/gm)) {
    objects.set(id ?? "", object ?? "");
  }
  const fonts = new Map<string, Font>();
  for (const [id, object] of objects) {
    const map = object.match(/\/ToUnicode (\d+) 0 R/)?.[1];
    if (map) fonts.set(id, readFont(streamOf(objects.get(map) ?? "")));
  }
  let text = "";
  for (const object of objects.values()) {
    let font: Font | undefined;
    for (const [, id, hex = ""] of streamOf(object).matchAll(
      /\/F(\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj/g,
    )) {
      if (id) font = fonts.get(id);
      for (let at = 0; font && at < hex.length; at += font.digits) {
        text += font.characters.get(hex.slice(at, at + font.digits)) ?? "";
      }
    }
  }
  return text.replace(/\s/g, "");
}
