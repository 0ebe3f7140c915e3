/** Adds a style sheet to a shadow root, also where the page's policy allows no style elements. */
export function addStyles(root: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  } catch {
    // Browsers without style sheets of their own.
    const style = document.createElement("style");
    style.textContent = css;
    root.append(style);
  }
}
