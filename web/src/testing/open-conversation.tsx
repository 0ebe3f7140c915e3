// Opens Priya's conversation in a test.

import { screen } from "@testing-library/react";
import { vi } from "vitest";
import { visit } from "./visit";

export const loadTimeout = { timeout: 60_000 };
export const priya = "conversation-1";
export const article = () =>
  screen.findByRole("article", { name: "Conversation with Priya Raman" }, loadTimeout);
export const list = () => screen.findByRole("region", { name: "Conversations" }, loadTimeout);

export type Prepare = NonNullable<Parameters<typeof visit>[1]>["prepare"];

/**
 * Gives the thread the height of its rows, and fires scroll events asynchronously like a browser.
 */
function letScroll() {
  const rows = (element: HTMLElement) => element.querySelector<HTMLElement>(".thread__rows");
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(function (
    this: HTMLElement,
  ) {
    return Number.parseInt(rows(this)?.style.blockSize ?? "0", 10);
  });
  vi.spyOn(HTMLElement.prototype, "scrollTo").mockImplementation(function (
    this: HTMLElement,
    to?: ScrollToOptions | number,
  ) {
    const top = typeof to === "object" ? (to.top ?? 0) : 0;
    this.scrollTop = Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight));
    setTimeout(() => this.dispatchEvent(new Event("scroll")));
  });
}

/** Opens Priya's conversation as the administrator of the main company. */
export function open(prepare?: Prepare, query = `?id=${priya}`) {
  letScroll();
  const app = visit(`/messages${query}`, { as: "ines", ...(prepare ? { prepare } : {}) });
  const stored = () => app.db.conversations.find(({ id }) => id === priya);
  return { ...app, stored };
}
