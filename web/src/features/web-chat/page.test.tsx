import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test, vi } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { detail, list, loadTimeout, openSite, save, title } from "../../testing/open-web-chat-site";
import { callsOf } from "../../testing/visit";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("communities are listed with the state of their chat, and found by name", async () => {
  const { user, location } = openSite();
  const rows = await list();
  await rows.findByRole("link", { name: /Harbor Row\s*On/ }, loadTimeout);
  rows.getByRole("link", { name: /Quarry Hill Tower\s*Off/ });
  rows.getByRole("link", { name: /The Alder\s*Not set up/ });
  await user.type(rows.getByLabelText("Find a community"), "quarry");
  await waitFor(() => expect(rows.getAllByRole("link")).toHaveLength(1), loadTimeout);
  expect(location.path).toContain("find=quarry");
  await user.clear(rows.getByLabelText("Find a community"));
  await user.type(rows.getByLabelText("Find a community"), "zeppelin");
  await rows.findByText("No community matches “zeppelin”.", {}, loadTimeout);
  await user.click(rows.getByRole("button", { name: "Clear search" }));
  await rows.findByRole("link", { name: /Harbor Row/ }, loadTimeout);
});

test("an administrator sets up a chat, and gets the code for the website", async () => {
  const { user, site } = openSite("?community=alder");
  const shown = await detail("Web chat for The Alder");
  await shown.findByText("Save the settings to get the code for the website.", {}, loadTimeout);
  expect(shown.queryByRole("link", { name: /Try it/ })).toBeNull();
  await user.click(shown.getByRole("switch", { name: "Show the chat" }));
  await user.clear(await title());
  await user.type(await title(), "Ask The Alder");
  await user.click(shown.getByRole("radio", { name: "Lower left corner" }));
  await user.click(shown.getByRole("radio", { name: "Office hours only" }));
  await user.type(shown.getByLabelText("Allowed sites"), "www.alder.example/home{Enter}");
  await user.click(save());
  await screen.findByText("Web chat for The Alder saved.", {}, loadTimeout);
  expect(site("alder")).toMatchObject({
    isEnabled: true,
    title: "Ask The Alder",
    isOnLeft: true,
    isOfficeHoursOnly: true,
    allowedOrigins: ["https://www.alder.example"],
    version: 1,
  });
  const code = await shown.findByLabelText<HTMLTextAreaElement>(
    "Code for the website",
    {},
    loadTimeout,
  );
  expect(code.value).toContain(site("alder")?.key);
  const tryIt = shown.getByRole("link", { name: /Try it/ });
  expect(tryIt.getAttribute("href")).toBe(`/chat/${site("alder")?.key}`);
  const rows = await list();
  rows.getByRole("link", { name: /The Alder\s*On/ });
});

test("the code for the website is copied, and its key replaced after a question", async () => {
  const { user, site } = openSite("?community=harbor");
  const shown = await detail();
  const code = await shown.findByLabelText<HTMLTextAreaElement>(
    "Code for the website",
    {},
    loadTimeout,
  );
  const before = site()?.key ?? "";
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(shown.getByRole("button", { name: "Copy code" }));
  expect(write).toHaveBeenCalledWith(code.value);
  expect(code.value).toContain(before);
  await user.click(shown.getByRole("button", { name: "Replace key…" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Replace the key for Harbor Row?" }, loadTimeout),
  );
  await user.click(dialog.getByRole("button", { name: "Replace key" }));
  await screen.findByText("Key replaced. Add the new code to your website.", {}, loadTimeout);
  expect(site()?.key).not.toBe(before);
  await waitFor(() => expect(code.value).toContain(site()?.key), loadTimeout);
});

test("other users read the settings", async () => {
  openSite("?community=harbor", { as: "marcus" });
  const shown = await detail();
  await shown.findByText("Only administrators can change these settings.", {}, loadTimeout);
  shown.getByText("https://www.harbor-row.example");
  shown.getByLabelText("Code for the website");
  expect(shown.queryByRole("button", { name: "Save settings" })).toBeNull();
  expect(shown.queryByRole("button", { name: /Replace key/ })).toBeNull();
});

test("communities that can't be loaded are loaded again, and none is asked for", async () => {
  const { user, db } = openSite("", {
    prepare: ({ db }) => {
      const error = createError(Code.Internal, "INTERNAL", "broken");
      db.failingMethods.set("ListWebChatSites", error);
    },
  });
  await screen.findByText("Couldn't load communities", {}, loadTimeout);
  expect(screen.getByRole("article", { name: "Settings" }).textContent).toBe("");
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await (await list()).findByRole("link", { name: /Harbor Row/ }, loadTimeout);
});

test("a community that the user can't see looks like one that doesn't exist", async () => {
  const { db } = openSite("?community=elsewhere");
  await screen.findByText("Couldn't load the settings", {}, loadTimeout);
  screen.getByText(/It was removed, or you don't have access\./);
  expect(callsOf({ db })).toContain("GetWebChatSite");
});

test("a user without communities learns what to do", async () => {
  openSite("", { prepare: ({ db }) => void db.webChatSites.splice(0) });
  await screen.findByText("No community yet", {}, loadTimeout);
});
