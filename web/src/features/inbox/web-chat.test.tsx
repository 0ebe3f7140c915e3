// Web chats in the inbox, which staff take over and reply in.

import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { type WebChat, WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import { detail, list, loadTimeout, openChats, openNadia } from "../../testing/open-inbox-chat";
import { nadiasChat } from "../../testing/web-chats";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("the list has web chats with their mark, and filters them", async () => {
  const { user, location } = openChats("");
  const rows = await list();
  const row = await rows.findByRole("link", { name: /^Web chat.*Nadia Holt/ }, loadTimeout);
  within(row).getByText("Unread");
  within(row).getByText("Unassigned");
  await user.click(rows.getByRole("radio", { name: /^Web chat/ }));
  await waitFor(() => expect(rows.getAllByRole("link")).toHaveLength(1), loadTimeout);
  expect(location.path).toContain("channel=chat");
  await user.click(screen.getByRole("radio", { name: "Bot" }));
  await rows.findByRole("link", { name: /^Web chat.*lee\.park@mail\.example/ }, loadTimeout);
  rows.getByRole("link", { name: /^Web chat.*Visitor/ });
});

test("a company without web chats doesn't see the filter", async () => {
  openChats("", { hasChats: false });
  const rows = await list();
  await rows.findByRole("radio", { name: /^Email/ }, loadTimeout);
  expect(rows.queryByRole("radio", { name: /^Web chat/ })).toBeNull();
});

test("a reply takes the chat over, and undo brings its text back", async () => {
  const { user, db, stored } = openChats(openNadia);
  const chat = await detail();
  await waitFor(() => expect(stored()?.isUnread).toBe(false), loadTimeout);
  chat.getByText("Needs reply");
  chat.getByRole("radio", { name: "Web chat" });
  chat.getByText("in the web chat");
  const field = await chat.findByLabelText<HTMLTextAreaElement>("Your reply", {}, loadTimeout);
  await user.type(field, "Yes, a small one.");
  await user.click(chat.getByRole("button", { name: "Send message" }));
  await screen.findByText("Replying to Nadia Holt.", {}, loadTimeout);
  const last = () => db.webChatMessages.get(nadiasChat)?.at(-1);
  expect([last()?.body, stored()?.assigneeId]).toEqual(["Yes, a small one.", "dana"]);
  await within(await screen.findByRole("log", { name: /Nadia Holt/ })).findByText("Sending");
  expect(field.value).toBe("");

  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(last()?.body).not.toBe("Yes, a small one."), loadTimeout);
  await waitFor(() => expect(field.value).toBe("Yes, a small one."), loadTimeout);
  expect(stored()?.state).toBe(WebChatState.OPEN);
});

test("the reply says whether the visitor is there, and otherwise how they get it", async () => {
  const { db, stored } = openChats(openNadia);
  const chat = await detail();
  const emailed = /we'll email your reply to nadia\.holt@mail\.example\.$/;
  await chat.findByText(emailed, {}, loadTimeout);
  const change = (changed: Partial<WebChat>) => {
    Object.assign(stored() ?? {}, changed);
    db.publish(EventKind.WEB_CHAT, "harbor", nadiasChat);
  };
  change({ seenAt: timestampFromMs(Date.now()) });
  await chat.findByText("The visitor has the chat open.", {}, loadTimeout);
  change({ seenAt: timestampFromMs(Date.now() - 180_000), email: "" });
  await chat.findByText(/without giving an email address\./, {}, loadTimeout);
});

test("a chat is resolved and snoozed, and undo restores its assignee", async () => {
  const { user, stored } = openChats(openNadia, {
    chat: { assigneeId: "dana", assigneeName: "Dana Okafor" },
  });
  const chat = await detail();
  await user.click(await chat.findByRole("button", { name: "Resolve" }, loadTimeout));
  await screen.findByText("Resolved the web chat with Nadia Holt.", {}, loadTimeout);
  expect([stored()?.state, stored()?.assigneeId]).toEqual([WebChatState.RESOLVED, ""]);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(stored()?.assigneeId).toBe("dana"), loadTimeout);
  expect(stored()?.state).toBe(WebChatState.OPEN);

  const rows = await list();
  await user.click(await rows.findByRole("link", { name: /Nadia Holt/ }, loadTimeout));
  await user.click(await (await detail()).findByRole("button", { name: "Snooze" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: /^In an hour/ }, loadTimeout));
  await waitFor(() => expect(stored()?.state).toBe(WebChatState.SNOOZED), loadTimeout);
  await waitFor(
    () => expect(rows.queryByRole("link", { name: /Nadia Holt/ })).toBeNull(),
    loadTimeout,
  );
});

test("a priority is set and a chat is marked as unread in the menu", async () => {
  const { user, stored } = openChats(openNadia);
  const chat = await detail();
  await waitFor(() => expect(stored()?.isUnread).toBe(false), loadTimeout);
  await user.click(chat.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: /urgent/ }, loadTimeout));
  await waitFor(() => expect(stored()?.priority).toBe(InboxPriority.URGENT), loadTimeout);
  await user.click(chat.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Mark as unread" }, loadTimeout));
  await waitFor(() => expect(stored()?.isUnread).toBe(true), loadTimeout);
});

test("the card shows other conversations of the address, and that it isn't verified", async () => {
  const { user } = openChats(openNadia, {
    prepare: ({ db }) => {
      const [thread] = db.emailThreads;
      if (thread)
        Object.assign(thread, {
          communityId: "harbor",
          participantAddress: "nadia.holt@mail.example",
          participantName: "Nadia Holt",
          subject: "Grill rules",
        });
    },
  });
  const card = async () =>
    within(await screen.findByRole("complementary", { name: "About Nadia Holt" }, loadTimeout));
  (await card()).getByText(/it isn't verified\./);
  await user.click(await (await card()).findByRole("link", { name: "Grill rules" }, loadTimeout));
  await screen.findByRole("article", { name: "Email from Nadia Holt" }, loadTimeout);
  const chat = { name: /Let me check with the office/ };
  await user.click(await (await card()).findByRole("link", chat, loadTimeout));
  await detail();
});

test("a visitor who gave nothing has a card without contacts", async () => {
  openChats("?chat=web-chat-1");
  await detail("Visitor");
  const card = within(
    await screen.findByRole("complementary", { name: "About Visitor" }, loadTimeout),
  );
  card.getByText(/gave no email address/);
  expect(card.queryByText("Contact")).toBeNull();
});

test("undo snoozes a chat again that was snoozed before, for its assignee", async () => {
  const snoozedUntil = timestampFromMs(Date.now() + 3_600_000);
  const assignee = { assigneeId: "dana", assigneeName: "Dana Okafor" };
  const { user, stored } = openChats(openNadia, {
    chat: { state: WebChatState.SNOOZED, snoozedUntil, ...assignee },
  });
  const chat = await detail();
  await user.click(await chat.findByRole("button", { name: "Resolve" }, loadTimeout));
  await waitFor(() => expect(stored()?.state).toBe(WebChatState.RESOLVED), loadTimeout);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(stored()?.assigneeId).toBe("dana"), loadTimeout);
  expect(stored()?.state).toBe(WebChatState.SNOOZED);
  expect(stored()?.snoozedUntil).toEqual(snoozedUntil);
});

test("a chat that was read when it opened stays unread once it is marked so", async () => {
  const { user, stored } = openChats(openNadia, { chat: { isUnread: false } });
  const chat = await detail();
  await user.click(await chat.findByRole("button", { name: "More actions" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: "Mark as unread" }, loadTimeout));
  await waitFor(() => expect(stored()?.isUnread).toBe(true), loadTimeout);
  await within(await screen.findByRole("link", { name: /Nadia Holt/ })).findByText("Unread");
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(stored()?.isUnread).toBe(true);
});
