// A draft as an HTML page.

import { type Block, toBlocks } from "./blocks";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const style =
  "body{max-width:42em;margin:2em auto;padding:0 1em;font:1rem/1.6 sans-serif}table{border-collapse:collapse}td{padding:.3em .5em;border:1px solid #999;vertical-align:top}";

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}

function toMarkup(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `<h${block.level}>${escapeHtml(block.text)}</h${block.level}>`;
    case "paragraph":
      return `<p>${block.lines.map(escapeHtml).join("<br>")}</p>`;
    case "list": {
      const tag = block.ordered ? "ol" : "ul";
      const items = block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join("");
      return `<${tag}>${items}</${tag}>`;
    }
    case "table": {
      const row = (cells: string[]) =>
        `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
      return `<table>${block.rows.map(row).join("")}</table>`;
    }
  }
}

/** Returns a page with the text of a draft. */
export function toHtml(title: string, text: string): string {
  const body = toBlocks(text).map(toMarkup).join("\n");
  return `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head>\n<body>\n${body}\n</body>\n</html>\n`;
}
