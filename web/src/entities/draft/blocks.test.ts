import { expect, it } from "vitest";
import { splitSubject, toBlocks, toPlainText } from "./blocks";
import { toHtml } from "./html";

const text =
  "# Gate\n\nDear all,\nhello.\n\n1. One\n2. Two\n- Three\n\n| A | B |\n| --- | --- |\n| 1 | |";

it("reads headings, lists, tables and paragraphs", () => {
  expect(toBlocks(text)).toEqual([
    { kind: "heading", level: 1, text: "Gate" },
    { kind: "paragraph", lines: ["Dear all,", "hello."] },
    { kind: "list", ordered: true, items: ["One", "Two"] },
    { kind: "list", ordered: false, items: ["Three"] },
    {
      kind: "table",
      rows: [
        ["A", "B"],
        ["1", ""],
      ],
    },
  ]);
});

it("splits the subject from the body and removes marks from plain text", () => {
  expect(splitSubject("# Gate\n\nHello.")).toEqual({ subject: "Gate", body: "Hello." });
  expect(splitSubject("Hello.")).toEqual({ subject: "", body: "Hello." });
  expect(toPlainText("# Gate\n\n**Hello.**")).toBe("Gate\n\nHello.");
});

it("writes HTML in which text of a draft is never markup", () => {
  const html = toHtml("A & B", '# <script>alert(1)</script>\n\n- "x" & y');
  expect(html).not.toContain("<script>");
  expect(html).toContain("<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>");
  expect(html).toContain("<li>&quot;x&quot; &amp; y</li>");
  expect(html).toContain("<title>A &amp; B</title>");
});
