import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { openApp } from "../../testing/open-app";

const wait = { timeout: 60_000 };

/** Opens the shortcuts on the profile screen. Returns the keys of each group, by description. */
async function openShortcuts(options: DashboardOption[]) {
  const { user } = openApp({
    path: "/profile",
    as: "dana",
    prepare: ({ db }) => {
      for (const account of db.accounts)
        if (account.user.id === "dana") account.entitlements.options.push(...options);
    },
  });
  await screen.findByRole("heading", { name: "Profile" }, wait);
  await user.keyboard("?");
  const sheet = within(await screen.findByRole("dialog", { name: "Shortcuts" }, wait));
  return (group: string) => {
    const section = sheet.queryByRole("heading", { name: group })?.closest("section");
    if (!section) return undefined;
    return Object.fromEntries(
      [...section.querySelectorAll("dt")].map((term) => [
        term.nextElementSibling?.textContent,
        [...term.children].map((key) => key.textContent).join(" "),
      ]),
    );
  };
}

test("the keys of Omnichannel and of email are among the shortcuts", async () => {
  const keys = await openShortcuts([DashboardOption.OMNICHANNEL]);
  expect(keys("Omnichannel")).toEqual({
    "Next, previous conversation": "J K",
    "Find in conversations": "/",
    "Take over": "T",
    "Hand back to the bot": "B",
    Resolve: "E",
    "Write a reply": "R",
    "Write a note": "N",
    "Insert a canned reply (while typing)": "/",
    "Send or add": "Ctrl ↵",
  });
  expect(keys("Email")).toEqual({
    "Next, previous email": "J K",
    "Write an email": "C",
    "Find an email": "/",
    "Resolve, or move to inbox": "E",
    "Write a reply": "R",
  });
});

test("a user without a screen does not see its keys", async () => {
  const keys = await openShortcuts([]);
  expect(keys("Everywhere")).toBeTruthy();
  expect(keys("Omnichannel")).toBeUndefined();
  expect(keys("Email")).toBeUndefined();
});
