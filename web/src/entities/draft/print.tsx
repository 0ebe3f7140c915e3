import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { FormattedText } from "./formatted-text";

/** Preloads an image for printing. An image that can't be loaded is left out. */
async function load(address: string): Promise<string> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return address;
  } catch {
    return "";
  }
}

/**
 * Opens the browser's print dialog, which can also save a PDF, with the given texts only. Each
 * starts on a new page, below the header image.
 */
export async function printTexts(
  title: string,
  texts: readonly string[],
  headerImage = "",
): Promise<void> {
  const header = headerImage ? await load(headerImage) : "";
  const sheet = document.createElement("div");
  sheet.className = "print-sheet";
  document.body.append(sheet);
  const root = createRoot(sheet);
  const pages = texts.map((text, at) => ({ text, key: String(at) }));
  flushSync(() =>
    root.render(
      pages.map(({ text, key }) => (
        <div key={key} className="print-sheet__text">
          {header ? <img className="print-sheet__header" src={header} alt="" /> : null}
          <FormattedText text={text} />
        </div>
      )),
    ),
  );
  const before = document.title;
  // Browsers use the title as the name of the PDF.
  document.title = title;
  const end = () => {
    document.title = before;
    root.unmount();
    sheet.remove();
  };
  window.addEventListener("afterprint", end, { once: true });
  window.print();
}
