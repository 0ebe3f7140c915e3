import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { InboxChannel } from "../../gen/parlor/v1/inbox_service_pb";
import { RoutingHours } from "../../gen/parlor/v1/routing_rule_service_pb";
import { WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import type { Db } from "../../testing/fake-api/db";
import { allow, visit } from "../../testing/visit";
import { nadiasChat } from "../../testing/web-chats";

const loadTimeout = { timeout: 60_000 };

function open(isAdministrator = true, prepare?: (db: Db) => void, hasChats = true) {
  return visit("/omnichannel", {
    prepare: (api) => {
      const { db } = api;
      if (hasChats) allow(DashboardOption.WEBCHAT)(api);
      prepare?.(db);
      for (const { user, entitlements } of db.accounts)
        if (user.id === "dana") {
          entitlements.options.push(DashboardOption.OMNICHANNEL);
          user.parlorRole = isAdministrator ? "admin" : "";
        }
    },
  });
}

afterEach(() => {
  notices.dismiss();
});

const dialog = () => within(screen.getByRole("dialog"));

async function add(user: ReturnType<typeof open>["user"], name: string) {
  await user.click(await screen.findByRole("button", { name: "New routing rule" }, loadTimeout));
  await user.type(await screen.findByLabelText(/^Name/), name);
  const people = screen.getByRole("group", { name: /^Assign to/ });
  await user.click(within(people).getByRole("checkbox", { name: /Dana Okafor/ }));
}

test("routing rules are added, edited, moved and deleted", async () => {
  const { user, db } = open();
  await user.click(await screen.findByRole("button", { name: "Routing rules" }, loadTimeout));
  await screen.findByText(/No routing rules yet/, {}, loadTimeout);
  await add(user, "Night emails");
  await user.selectOptions(dialog().getByLabelText(/^Channel/), "Emails");
  await user.selectOptions(dialog().getByLabelText(/^Time/), "Outside office hours");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  await screen.findByText("Emails, outside office hours → Dana Okafor", {}, loadTimeout);
  expect(db.routingRules[0]?.condition).toMatchObject({
    channel: InboxChannel.EMAIL,
    hours: RoutingHours.OUTSIDE,
  });
  await add(user, "The rest");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  await screen.findByText("Everything → Dana Okafor", {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Move The rest up" }));
  const order = () => db.routingRules.map(({ name }) => name);
  await waitFor(() => expect(order()).toEqual(["The rest", "Night emails"]), loadTimeout);
  await user.click(await screen.findByRole("button", { name: "Move The rest down" }));
  await waitFor(() => expect(order()).toEqual(["Night emails", "The rest"]), loadTimeout);
  await user.click(screen.getByRole("button", { name: "Remove Night emails" }));
  await waitFor(() => expect(order()).toEqual(["The rest"]), loadTimeout);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(order()).toEqual(["Night emails", "The rest"]), loadTimeout);

  const button = (name: string) => screen.findByRole("button", { name }, loadTimeout);
  (await button("Remove The rest")).focus();
  await user.keyboard("{Enter}");
  const previous = await button("Remove Night emails");
  await waitFor(() => expect(document.activeElement).toBe(previous), loadTimeout);
  await user.keyboard("{Enter}");
  const create = await button("New routing rule");
  await waitFor(() => expect(document.activeElement).toBe(create), loadTimeout);
});

test("a routing rule for web chats is added and edited", async () => {
  const { user, db } = open();
  await user.click(await screen.findByRole("button", { name: "Routing rules" }, loadTimeout));
  await add(user, "Chats");
  const channel = dialog().getByLabelText<HTMLSelectElement>(/^Channel/);
  expect([...channel.options].map(({ text }) => text)).toEqual([
    "All channels",
    "Texts",
    "Emails",
    "Web chats",
  ]);
  await user.selectOptions(channel, "Web chats");
  await user.click(screen.getByRole("button", { name: "Save rule" }));
  await screen.findByText("Web chats → Dana Okafor", {}, loadTimeout);
  expect(db.routingRules[0]?.condition?.channel).toBe(InboxChannel.WEB_CHAT);
  await user.click(screen.getByRole("button", { name: "Edit Chats" }));
  await screen.findByRole("dialog", { name: "Edit routing rule" }, loadTimeout);
  const saved = dialog().getByLabelText<HTMLSelectElement>(/^Channel/);
  expect(saved.selectedOptions[0]?.text).toBe("Web chats");
});

test("a company without web chats has neither rules nor targets for them", async () => {
  const { user } = open(true, undefined, false);
  await user.click(await screen.findByRole("button", { name: "Routing rules" }, loadTimeout));
  await user.click(await screen.findByRole("button", { name: "New routing rule" }, loadTimeout));
  await screen.findByRole("dialog", { name: "New routing rule" }, loadTimeout);
  dialog().getByRole("option", { name: "Emails" });
  expect(screen.queryByRole("option", { name: "Web chats" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Reply targets" }, loadTimeout));
  await screen.findByLabelText(/^Reply to emails within/, {}, loadTimeout);
  expect(screen.queryByLabelText(/^Reply to web chats within/)).toBeNull();
});

test("a user who is not an administrator reads the rules and cannot change them", async () => {
  const { user } = open(false);
  await user.click(await screen.findByRole("button", { name: "Routing rules" }, loadTimeout));
  await screen.findByText(/Only administrators can edit rules/, {}, loadTimeout);
  expect(screen.queryByRole("button", { name: "New routing rule" })).toBeNull();
});

test("reply targets are set, and conversations are sorted by when a reply is due", async () => {
  const minute = 60_000;
  const { user, db } = open(true, ({ repliesDue, webChats }) => {
    repliesDue.set("conversation-2", Date.now() + 121 * minute);
    repliesDue.set("thread-1", Date.now() - 5.5 * minute);
    repliesDue.set(nadiasChat, Date.now() + 30.5 * minute);
    for (const chat of webChats) if (chat.id === nadiasChat) chat.state = WebChatState.OPEN;
  });
  await user.click(await screen.findByRole("button", { name: "Routing rules" }, loadTimeout));
  await user.click(await screen.findByRole("button", { name: "Reply targets" }, loadTimeout));
  await user.selectOptions(await screen.findByLabelText(/^Reply to texts within/), "2 hours");
  await user.selectOptions(screen.getByLabelText(/^Reply to web chats within/), "30 minutes");
  await user.click(screen.getByRole("button", { name: "Save targets" }));
  const saved = { textMinutes: 120, emailMinutes: 0, webChatMinutes: 30 };
  await waitFor(() => expect(db.replyTargets).toEqual(saved), loadTimeout);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), loadTimeout);
  const list = within(screen.getByRole("region", { name: "Conversations" }));
  await user.selectOptions(list.getByLabelText("Sort"), "Reply due first");
  await waitFor(() => expect(list.getAllByRole("link")).toHaveLength(3), loadTimeout);
  const [late, chat, next] = list.getAllByRole("link");
  expect(late?.textContent).toContain("Reply overdue by 5 min");
  expect(chat?.textContent).toContain("Reply due in 30 min");
  expect(next?.textContent).toContain("Reply due in 2 hr");
});
