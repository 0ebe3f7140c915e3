/** The line that a community adds to its website to show the chat. `origin` is Parlor's. */
export function snippet(origin: string, key: string): string {
  return `<script async src="${origin}/chat.js?key=${key}"></script>`;
}

/** The snippet of a page on which a visitor is signed in. The server of the website fills in the attributes. */
export function signedSnippet(origin: string, key: string): string {
  const visitor = `data-email="{email}" data-name="{name}"`;
  const signature = `data-expires="{expires}" data-signature="{signature}"`;
  return `<script async src="${origin}/chat.js?key=${key}"\n  ${visitor}\n  ${signature}></script>`;
}
