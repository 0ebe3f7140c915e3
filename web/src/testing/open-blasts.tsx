// Opens the text blast screen in a test.

import { screen } from "@testing-library/react";
import { visit } from "./visit";

export const loadTimeout = { timeout: 60_000 };

export function openBlasts(query = "", options?: Parameters<typeof visit>[1]) {
  const app = visit(`/textBlast${query}`, options);
  const stored = (id: string) => app.db.blasts.find((blast) => blast.id === id);
  return { ...app, stored };
}

export const findButton = (name: string | RegExp) =>
  screen.findByRole("button", { name }, loadTimeout);
