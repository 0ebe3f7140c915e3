// What tests do with the answers of Harbor Row on the Turbo screen.

import { screen, within } from "@testing-library/react";
import type { visit } from "./visit";

export const harbor = "/turbo?community=harbor";
export const permit = "How do I get a second parking permit?";

/** Returns the list of answers. The phone suggests some of the same questions. */
export async function answers() {
  return within(await screen.findByRole("list", { name: "Answers" }));
}

export async function row(question: string) {
  const open = await (await answers()).findByRole("button", { name: question });
  return open.closest("li") as HTMLElement;
}

export async function edit(user: ReturnType<typeof visit>["user"], question: string) {
  await user.click(within(await row(question)).getByRole("button", { name: `Edit: ${question}` }));
  return screen.findByRole("form", { name: `Edit: ${question}` });
}
