// Signs in without the form: gets a token over REST and stores it where the app does.

import type { Page } from "@playwright/test";
import { password } from "./resident";

export const tokenKey = "parlor.token";

/** Opens a new session and returns its token. */
export async function openSession(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`${email}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}

/** Opens a path as a signed-in user and returns the token. */
export async function enter(page: Page, address: string, email: string, path: string) {
  const token = await openSession(address, email);
  await page.goto("/icon.svg");
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    tokenKey,
    token,
  ] as const);
  await page.goto(path);
  return token;
}

/** Navigates to another path without reloading the page, as a link does. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}
