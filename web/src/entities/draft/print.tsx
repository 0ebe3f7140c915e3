import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { FormattedText } from "./formatted-text";

/** Opens the print dialog of the browser, which also saves PDF, with these texts alone, each on its own pages. */
export function printTexts(title: string, texts: readonly string[]): void {
  const sheet = document.createElement("div");
  sheet.className = "print-sheet";
  document.body.append(sheet);
  const root = createRoot(sheet);
  const pages = texts.map((text, at) => ({ text, key: String(at) }));
  flushSync(() =>
    root.render(
      pages.map(({ text, key }) => (
        <div key={key} className="print-sheet__text">
          <FormattedText text={text} />
        </div>
      )),
    ),
  );
  const before = document.title;
  // Browsers name the PDF after it.
  document.title = title;
  const end = () => {
    document.title = before;
    root.unmount();
    sheet.remove();
  };
  window.addEventListener("afterprint", end, { once: true });
  window.print();
}
