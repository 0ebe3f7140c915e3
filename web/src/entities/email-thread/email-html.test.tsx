import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { EmailHtml } from "./email-html";

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)><a href='javascript:alert(1)'>x</a></svg>",
  "<a href='javascript:alert(1)'>x</a>",
  "<a href='data:text/html,x'>x</a>",
  "<a href='/admin'>x</a>",
  "<iframe src='https://evil.example'></iframe>",
  "<style>*{display:none}</style>",
  "<p style='position:fixed' class='button' id='root' onclick='alert(1)'>x</p>",
  "<form action='https://evil.example'><input name='a'><button>x</button></form>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  "<link rel=stylesheet href='https://evil.example/x.css'><meta http-equiv=refresh content='0'>",
  "<video src='https://evil.example/x.mp4' autoplay></video><object data='x'></object>",
];

test("nothing active, loaded or styled is shown, even if it was stored", () => {
  for (const html of hostile) {
    const { container, unmount } = render(<EmailHtml html={html} />);
    const shown = container.querySelectorAll(".letter__html *");
    for (const element of shown) {
      expect(element.matches("a, p, table, tbody, details, summary, div, span")).toBe(true);
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on|style|src|id/);
      expect(element.getAttribute("href") ?? "https:").toMatch(/^(https?|mailto|tel):/);
    }
    unmount();
  }
});

test("an image is shown once it was loaded, at its place", () => {
  const html = '<p>Map <img src="0" alt="Gate"><img src="1"><img src="https://evil.example/x"></p>';
  const { container, rerender } = render(<EmailHtml html={html} />);
  expect(container.querySelector("img")).toBeNull();
  const images = new Map([
    [0, "/files/a"],
    [1, ""],
  ]);
  rerender(<EmailHtml html={html} images={images} />);
  const shown = [...container.querySelectorAll("img")];
  expect(shown.map((image) => [image.getAttribute("src"), image.alt])).toEqual([
    ["/files/a", "Gate"],
  ]);
});

test("deeply nested HTML is shown as text", () => {
  const { container } = render(<EmailHtml html={`${"<div>".repeat(400)}deep`} />);
  expect(container.textContent).toBe("deep");
});

test("bidirectional control characters of the text show as marks", () => {
  const { container } = render(<EmailHtml html={"<p>Pay at <b>\u202emoc.knab</b></p>"} />);
  expect(container.textContent).toBe("Pay at [RLO]moc.knab");
});
