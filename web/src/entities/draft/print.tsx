import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { FormattedText } from "./formatted-text";

/** Loads an image, so that it is on the page when that is printed. An image that can't be loaded is left out. */
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

/** Opens the print dialog of the browser, which also saves PDF, with these texts alone, each on its own pages and with
 * the header image above it. */
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
