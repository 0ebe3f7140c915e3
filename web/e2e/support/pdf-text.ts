// The text of a PDF that Chromium printed: its fonts say which character each glyph is.

import { inflateSync } from "node:zlib";

type Glyphs = ReadonlyMap<number, string>;

function streamOf(object: string): string {
  const start = object.indexOf("stream\n");
  const end = object.lastIndexOf("endstream");
  if (start < 0 || end < 0) return "";
  const bytes = Buffer.from(object.slice(start + "stream\n".length, end), "latin1");
  return object.includes("/FlateDecode") ? inflateSync(bytes).toString("latin1") : "";
}

const fromHex = (hex: string) =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** Reads the map from glyphs to characters of a font. */
function glyphsOf(map: string): Glyphs {
  const glyphs = new Map<number, string>();
  for (const [, from, to] of map.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gm)) {
    glyphs.set(Number.parseInt(from ?? "", 16), fromHex(to ?? ""));
  }
  for (const [, from, until, to] of map.matchAll(
    /^<([0-9A-F]{4})> <([0-9A-F]{4})> <([0-9A-F]{4})>$/gm,
  )) {
    const [first, last, char] = [from, until, to].map((hex) => Number.parseInt(hex ?? "", 16));
    for (let glyph = first ?? 0; glyph <= (last ?? -1); glyph += 1) {
      glyphs.set(glyph, String.fromCharCode((char ?? 0) + glyph - (first ?? 0)));
    }
  }
  return glyphs;
}

/** Returns the text of all pages, without spaces. */
export function pdfText(pdf: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, id, object] of pdf
    .toString("latin1")
    .matchAll(/^(\d+) 0 obj\n([\s\S]*?)^endobj/gm)) {
    objects.set(id ?? "", object ?? "");
  }
  const fonts = new Map<string, Glyphs>();
  for (const [id, object] of objects) {
    const map = object.match(/\/ToUnicode (\d+) 0 R/)?.[1];
    if (map) fonts.set(id, glyphsOf(streamOf(objects.get(map) ?? "")));
  }
  let text = "";
  for (const object of objects.values()) {
    let glyphs: Glyphs | undefined;
    for (const [, font, hex] of streamOf(object).matchAll(/\/F(\d+) [\d.]+ Tf|<([0-9A-F]+)>/g)) {
      if (font) glyphs = fonts.get(font);
      for (const glyph of hex?.match(/.{4}/g) ?? []) {
        text += glyphs?.get(Number.parseInt(glyph, 16)) ?? "";
      }
    }
  }
  return text.replace(/\s/g, "");
}
