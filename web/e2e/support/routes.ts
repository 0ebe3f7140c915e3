// The routes of the app, copied by hand from the specification, and a check of which ones a user
// may open.

import type { Page } from "@playwright/test";
import { expect } from ".";
import { goWithin } from "./session";

/**
 * Arguments with which Northgate is the second company with service requests, and Marcus is enabled
 * for them individually.
 */
export const serviceRequestArguments = [
  ...["--service-request-company-id", "company-northgate"],
  ...["--service-request-user-ids", "staff-harborline-manager"],
];

export const titles = {
  "/turbo": "Turbo",
  "/escalations": "Escalations",
  "/messages": "Conversations",
  "/textBlast": "Text blast",
  "/webChat": "Web chat",
  "/omnichannel": "Omnichannel",
  "/email": "Email",
  "/answers": "Knowledge Base",
  "/testwindow": "Test window",
  "/writingAssistant": "Writing assistant",
  "/assistants": "Assistants (Beta)",
  "/serviceRequestMain": "Service requests",
  "/serviceRequestCreate": "New service request",
  "/serviceRequest": "Service request",
  "/serviceRequestPending": "Pending service requests",
  "/serviceRequestApproved": "Approved service requests",
  "/serviceRequestMainUpdated": "Service requests overview",
  "/reporting": "Reporting",
  "/playground": "Playground",
  "/admin": "Administration",
  "/profile": "Profile",
  "/knowledge-base-management": "Knowledge base management",
  "/oauth2/v1/auth": "Allow access",
} as const;

export type Path = keyof typeof titles;

export const requests: readonly Path[] = [
  "/serviceRequestMain",
  "/serviceRequestCreate",
  "/serviceRequest",
  "/serviceRequestPending",
  "/serviceRequestApproved",
  "/serviceRequestMainUpdated",
];

/** Every route of the specification that requires a session, and one that doesn't exist. */
export const routes = [...Object.keys(titles), "/no-such-screen"];

/** Routes open to all users without the restricted view. */
export const everybody: readonly Path[] = ["/oauth2/v1/auth", "/profile", "/writingAssistant"];

/** The title of a screen. Text blasts have a different one in the restricted view. */
export function titleOf(path: Path, may: readonly Path[]): string {
  const isRestricted = !may.includes("/oauth2/v1/auth");
  return isRestricted && path === "/textBlast" ? "Parlor Blaster" : titles[path];
}

/** Opens the routes: those that are allowed, and the not-found page for all others. */
export async function expectRoutes(
  page: Page,
  may: readonly Path[],
  checked: readonly string[] = routes,
) {
  for (const route of checked) {
    const path = may.find((one) => one === route);
    const open = path !== undefined;
    const title = `${open ? titleOf(path, may) : "Page not found"} · Parlor`;
    // Another title comes first, so that the previous content can't be mistaken for the new one.
    if ((await page.title()) === title) {
      await goWithin(page, open ? "/no-such-screen" : "/profile");
      await expect(page).not.toHaveTitle(title);
    }
    await goWithin(page, route);
    await expect(page, route).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "404", exact: true })).toHaveCount(open ? 0 : 1);
    await expect(page).toHaveURL(route);
  }
}
