// Web chats in the inbox, which staff take over and reply in.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { MacroSchema, MacroStatus } from "../../gen/parlor/v1/macro_service_pb";
import { type WebChat, WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import { allow, visit } from "../../testing/visit";
import { nadiasChat } from "../../testing/web-chats";

const loadTimeout = { timeout: 60_000 };

type Prepare = NonNullable<NonNullable<Parameters<typeof visit>[1]>["prepare"]>;
type Options = { as?: string; hasChats?: boolean; chat?: Partial<WebChat>; prepare?: Prepare };

/** Opens the inbox, in which the chat with Nadia Holt waits for staff. */
function open(query: string, { as = "dana", hasChats = true, chat, prepare }: Options = {}) {
  const app = visit(`/omnichannel${query}`, {
    as,
    prepare: (api) => {
      allow(DashboardOption.OMNICHANNEL)(api);
      if (hasChats) allow(DashboardOption.WEBCHAT)(api);
      const waiting = { state: WebChatState.OPEN, isUnread: true };
      Object.assign(api.db.webChats[0] ?? {}, waiting, chat);
      prepare?.(api);
    },
  });
  const stored = () => app.db.webChats.find(({ id }) => id === nadiasChat);
  return { ...app, stored };
}

const list = async () =>
  within(await screen.findByRole("region", { name: "Conversations" }, loadTimeout));
const detail = async (visitor = "Nadia Holt") =>
  within(await screen.findByRole("article", { name: `Web chat with ${visitor}` }, loadTimeout));
const openNadia = `?chat=${nadiasChat}`;

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("the list has web chats with their mark, and filters them", async () => {
  const { user, location } = open("");
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
  open("", { hasChats: false });
  const rows = await list();
  await rows.findByRole("radio", { name: /^Email/ }, loadTimeout);
  expect(rows.queryByRole("radio", { name: /^Web chat/ })).toBeNull();
});

test("a reply takes the chat over, and undo brings its text back", async () => {
  const { user, db, stored } = open(openNadia);
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
  const { db, stored } = open(openNadia);
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

test("a chat is taken over, assigned and given back to the bot", async () => {
  const { user, stored } = open(openNadia, { chat: { state: WebChatState.BOT } });
  const chat = await detail();
  await chat.findByText("Bot is answering", {}, loadTimeout);
  await user.click(chat.getByRole("button", { name: "Take over" }));
  await waitFor(() => expect(stored()?.assigneeId).toBe("dana"), loadTimeout);
  expect(stored()?.state).toBe(WebChatState.OPEN);
  await user.click(await chat.findByRole("button", { name: "Dana Okafor" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: "Unassign" }, loadTimeout));
  await waitFor(() => expect(stored()?.assigneeId).toBe(""), loadTimeout);
  await user.click(await chat.findByRole("button", { name: "Assign" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: "Dana Okafor (you)" }, loadTimeout));
  await waitFor(() => expect(stored()?.assigneeId).toBe("dana"), loadTimeout);
  await user.click(chat.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Hand back to bot" }, loadTimeout));
  await waitFor(() => expect(stored()?.state).toBe(WebChatState.BOT), loadTimeout);
  expect(stored()?.assigneeId).toBe("");
});

test("a chat is resolved and snoozed, and undo restores its assignee", async () => {
  const { user, stored } = open(openNadia, {
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
  const { user, stored } = open(openNadia);
  const chat = await detail();
  await waitFor(() => expect(stored()?.isUnread).toBe(false), loadTimeout);
  await user.click(chat.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: /urgent/ }, loadTimeout));
  await waitFor(() => expect(stored()?.priority).toBe(InboxPriority.URGENT), loadTimeout);
  await user.click(chat.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Mark as unread" }, loadTimeout));
  await waitFor(() => expect(stored()?.isUnread).toBe(true), loadTimeout);
});

test("only an administrator takes the chat of a colleague over", async () => {
  const { user, stored } = open(openNadia, {
    chat: { assigneeId: "marcus", assigneeName: "Marcus Bell" },
  });
  const chat = await detail();
  await chat.findByText("Marcus Bell is handling this.", {}, loadTimeout);
  expect(chat.queryByLabelText("Your reply")).toBeNull();
  await user.click(chat.getAllByRole("button", { name: "Take over" })[0] as HTMLElement);
  await waitFor(() => expect(stored()?.assigneeId).toBe("dana"), loadTimeout);
  await chat.findByLabelText("Your reply", {}, loadTimeout);
});

test("a chat that a rule assigned is taken over by any colleague", async () => {
  const assigned = { assigneeId: "dana", assigneeName: "Dana Okafor", assignedByRule: "Chats" };
  const { user, stored } = open(openNadia, { as: "marcus", chat: assigned });
  const chat = await detail();
  await chat.findByText("Assigned to Dana by “Chats”", {}, loadTimeout);
  await chat.findByLabelText("Your reply", {}, loadTimeout);
  await user.click(chat.getByRole("button", { name: "Take over" }));
  await waitFor(() => expect(stored()?.assigneeId).toBe("marcus"), loadTimeout);
  await waitFor(() => expect(chat.queryByText(/^Assigned to/)).toBeNull(), loadTimeout);
});

test("the assignee of a rule takes the chat over, and undo leaves it to the rules", async () => {
  const assigned = { assigneeId: "dana", assigneeName: "Dana Okafor", assignedByRule: "Chats" };
  const { user, stored } = open(openNadia, { chat: assigned });
  const chat = await detail();
  await chat.findByText("Assigned to you by “Chats”", {}, loadTimeout);
  await user.click(chat.getByRole("button", { name: "Resolve" }));
  await screen.findByText("Resolved the web chat with Nadia Holt.", {}, loadTimeout);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(stored()?.state).toBe(WebChatState.OPEN), loadTimeout);
  expect(stored()?.assigneeId).toBe("");

  Object.assign(stored() ?? {}, assigned);
  const rows = await list();
  await user.click(await rows.findByRole("link", { name: /Nadia Holt/ }, loadTimeout));
  await user.click(await (await detail()).findByRole("button", { name: "Take over" }, loadTimeout));
  await waitFor(() => expect(stored()?.assignedByRule).toBe(""), loadTimeout);
  expect(stored()?.assigneeId).toBe("dana");
  await user.click((await detail()).getByRole("button", { name: "More actions" }));
  await screen.findByRole("menuitem", { name: "Hand back to bot" }, loadTimeout);
});

test("a manager asks a colleague for their chat", async () => {
  open(openNadia, { as: "marcus", chat: { assigneeId: "dana", assigneeName: "Dana Okafor" } });
  const chat = await detail();
  await chat.findByText(/Ask them to unassign it\./, {}, loadTimeout);
  for (const name of ["Take over", "Resolve", "Snooze"])
    expect(chat.queryByRole("button", { name })).toBeNull();
});

test("the card shows other conversations of the address, and that it isn't verified", async () => {
  const { user } = open(openNadia, {
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
  open("?chat=web-chat-1");
  await detail("Visitor");
  const card = within(
    await screen.findByRole("complementary", { name: "About Visitor" }, loadTimeout),
  );
  card.getByText(/gave no email address/);
  expect(card.queryByText("Contact")).toBeNull();
});

test("a macro replies in a chat and resolves it, without data of an account", async () => {
  const { user, db, stored } = open(openNadia, {
    prepare: ({ db }) => {
      db.macros.push(
        create(MacroSchema, {
          id: "macro-1",
          name: "Close it",
          steps: {
            assignsToSelf: true,
            reply: "Hello {{first_name}}, done.",
            status: MacroStatus.RESOLVED,
          },
        }),
        create(MacroSchema, {
          id: "macro-2",
          name: "Name the unit",
          steps: { reply: "Is it {{unit}}?" },
        }),
      );
    },
  });
  const chat = await detail();
  await user.click(await chat.findByRole("button", { name: "Macros" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: /Name the unit/ }, loadTimeout));
  await screen.findByText("Couldn't run “Name the unit”.", {}, loadTimeout);
  await user.click(await chat.findByRole("button", { name: "Macros" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: /Close it/ }, loadTimeout));
  await waitFor(() => expect(stored()?.state).toBe(WebChatState.RESOLVED), loadTimeout);
  expect(db.webChatMessages.get(nadiasChat)?.at(-1)?.body).toBe("Hello Nadia, done.");
});

test("a macro that assigns to a colleague doesn't reply or change the state here", async () => {
  const prepare: Prepare = ({ db }) => {
    const toColleague = (id: string, name: string, steps: object) =>
      create(MacroSchema, { id, name, steps: { assigneeId: "priya", ...steps } });
    db.macros.push(
      toColleague("macro-1", "Pass on and reply", { reply: "Priya will help." }),
      toColleague("macro-2", "Pass on and snooze", {
        status: MacroStatus.SNOOZED,
        snoozeHours: 4,
      }),
      toColleague("macro-3", "Pass on", {}),
    );
  };
  const entry = async (name: RegExp) => {
    const found = await screen.findByRole("menuitem", { name }, loadTimeout);
    return {
      isDisabled: found.getAttribute("aria-disabled") === "true",
      hasReason: within(found).queryByText("Not for web chats") !== null,
    };
  };
  const refused = { isDisabled: true, hasReason: true };
  const allowed = { isDisabled: false, hasReason: false };
  for (const [as, snoozing] of [
    ["dana", allowed],
    ["marcus", refused],
  ] as const) {
    const { user, unmount } = open(openNadia, { as, prepare });
    const chat = await detail();
    await user.click(await chat.findByRole("button", { name: "Macros" }, loadTimeout));
    expect(await entry(/^Pass on and reply/)).toEqual(refused);
    expect(await entry(/^Pass on and snooze/), as).toEqual(snoozing);
    expect(await entry(/^Pass on$/)).toEqual(allowed);
    unmount();
  }
});

test("undo snoozes a chat again that was snoozed before, for its assignee", async () => {
  const snoozedUntil = timestampFromMs(Date.now() + 3_600_000);
  const assignee = { assigneeId: "dana", assigneeName: "Dana Okafor" };
  const { user, stored } = open(openNadia, {
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
  const { user, stored } = open(openNadia, { chat: { isUnread: false } });
  const chat = await detail();
  await user.click(await chat.findByRole("button", { name: "More actions" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: "Mark as unread" }, loadTimeout));
  await waitFor(() => expect(stored()?.isUnread).toBe(true), loadTimeout);
  await within(await screen.findByRole("link", { name: /Nadia Holt/ })).findByText("Unread");
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(stored()?.isUnread).toBe(true);
});
