// Opens the palette in a test, and searches in it.

import { fireEvent, screen } from "@testing-library/react";
import { vi } from "vitest";
import { openApp } from "./open-app";

export const wait = { timeout: 60_000 };

/** Gives the list a size, because only visible results are rendered. */
export function sizeResults() {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(560);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(4000);
}

/** Opens the palette on the profile screen. */
export async function openPalette(as: string, prepare?: Parameters<typeof openApp>[0]["prepare"]) {
  const app = openApp({ path: "/profile", as, ...(prepare ? { prepare } : {}) });
  await screen.findByRole("heading", { name: "Profile" }, wait);
  await app.user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("menu", { name: "Results" }, wait);
  return app;
}

export const field = () => screen.findByRole("searchbox", { name: "Find anything" }, wait);

export const result = (name: RegExp) => screen.findByRole("menuitem", { name }, wait);

/**
 * Enters words at once. Results of a part of the words would leave the list when those of all words
 * are searched, maybe while the test clicks them. The library that types would take the selection of
 * a result for leaving the field.
 */
export async function search(words: string) {
  fireEvent.change(await field(), { target: { value: words } });
}
