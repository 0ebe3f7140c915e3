import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { joansText, loadTimeout, openInbox, text } from "../../testing/open-inbox";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("a canned reply is found after a slash, filled in and sent", async () => {
  const { user } = openInbox(`?text=${joansText}`);
  await text();
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Your reply", {}, loadTimeout);
  await user.type(field, "Good day. /re");
  const found = await screen.findByRole("listbox", { name: "Canned replies" }, loadTimeout);
  expect(within(found).getAllByRole("option")).toHaveLength(2);
  expect(field.getAttribute("aria-activedescendant")).toBe(
    within(found).getAllByRole("option")[0]?.id,
  );
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field.value).toBe("Good day. Hi Joan, the association pays. Is it in unit 88?");
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.clear(field);
  await user.click(screen.getByRole("button", { name: /^Canned replies \// }));
  expect(field.value).toBe("/");
  await user.click(await screen.findByRole("option", { name: /We received it/ }));
  expect(field.value).toContain("Hi Joan, we are looking into it");
  expect(field.value).toContain("- Dana Okafor");
  await user.clear(field);
  await user.type(field, "/zzz");
  await screen.findByText("No canned reply matches.");
  await user.keyboard("{Escape}");
  expect(screen.queryByText("No canned reply matches.")).toBeNull();
});

test("a canned reply with a blank shows what to fill in", async () => {
  const { user } = openInbox(`?text=${joansText}`, ({ db }) => {
    const one = db.conversations.find(({ id }) => id === joansText);
    if (one?.resident) one.resident.unit = "";
    const [thread] = db.emailThreads;
    if (thread) thread.unit = "";
  });
  await text();
  await user.type(await screen.findByLabelText("Your reply", {}, loadTimeout), "/repair{Enter}");
  await screen.findByText("Replace [unit] before you send this.");
});

test("canned replies are created, changed and deleted", async () => {
  const { user, db } = openInbox();
  await user.click(await screen.findByRole("button", { name: "Canned replies" }, loadTimeout));
  await user.click(await screen.findByRole("button", { name: "New canned reply" }, loadTimeout));
  await user.type(await screen.findByLabelText(/^Title/), "Gate code");
  await user.type(screen.getByLabelText(/^Shortcut, without/), "received");
  await user.type(screen.getByLabelText(/^Text/), "It is 4711.");
  await user.click(screen.getByRole("button", { name: "Save reply" }));
  await screen.findByText(/This shortcut is taken/, {}, loadTimeout);
  await user.clear(screen.getByLabelText(/^Shortcut, without/));
  await user.type(screen.getByLabelText(/^Shortcut, without/), "gate");
  await user.click(screen.getByRole("button", { name: "Save reply" }));
  await user.click(await screen.findByRole("button", { name: "Edit Gate code" }, loadTimeout));
  await user.type(await screen.findByLabelText(/^Text/), " Thanks.");
  await user.click(screen.getByRole("button", { name: "Save reply" }));
  await user.click(await screen.findByRole("button", { name: "Delete Gate code" }, loadTimeout));
  await waitFor(() => expect(db.cannedReplies).toHaveLength(2), loadTimeout);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(
    () => expect(db.cannedReplies.at(-1)?.body).toBe("It is 4711. Thanks."),
    loadTimeout,
  );
});
