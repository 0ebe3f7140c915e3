/** The line that a community puts into its website to show the chat. `origin` is Parlor's. */
export function snippet(origin: string, key: string): string {
  return `<script async src="${origin}/chat.js?key=${key}"></script>`;
}
