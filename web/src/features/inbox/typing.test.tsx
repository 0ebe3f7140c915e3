import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { visit } from "../../testing/visit";
import { nadiasChat } from "../../testing/web-chats";

const loadTimeout = { timeout: 60_000 };
const thread = "thread-1";
const priya = "escalation-1";

function open(path: string) {
  return visit(path, {
    prepare: ({ db }) => {
      for (const { user, entitlements } of db.accounts)
        if (user.id === "dana") entitlements.options.push(DashboardOption.OMNICHANNEL);
      for (const mailbox of db.mailboxes) mailbox.communityId = "larkspur";
      for (const one of db.emailThreads) one.communityId = "larkspur";
    },
  });
}

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("a colleague who types a text is named, and sending then asks once", async () => {
  const { user, db } = open("/omnichannel?text=conversation-2");
  const field = await screen.findByLabelText("Your reply", {}, loadTimeout);
  await user.type(field, "On its way.");
  expect(db.typing).toEqual([{ thread: "conversation-2", hasStopped: false }]);
  db.publishTyping("conversation-1", "Ruth Amsel");
  db.publishTyping("conversation-2", "Marcus Bell");
  await screen.findByText("Marcus Bell is writing a reply…", {}, loadTimeout);
  expect(screen.queryByText(/Ruth Amsel is writing/)).toBeNull();

  await user.click(screen.getByRole("button", { name: "Send text" }));
  screen.getByText("Marcus Bell is also writing a reply. Send anyway?");
  const before = db.messages.get("conversation-2")?.length ?? 0;
  await user.click(screen.getByRole("button", { name: "Send anyway" }));
  await waitFor(
    () => expect(db.messages.get("conversation-2")).toHaveLength(before + 1),
    loadTimeout,
  );
  expect(db.typing.at(-1)).toEqual({ thread: "conversation-2", hasStopped: true });
});

test("a note is added without asking, and an emptied reply is no longer reported", async () => {
  const { user, db } = open("/omnichannel?text=conversation-2");
  const field = await screen.findByLabelText("Your reply", {}, loadTimeout);
  await user.type(field, "On");
  await user.clear(field);
  expect(db.typing.map(({ hasStopped }) => hasStopped)).toEqual([false, true]);
  db.publishTyping("conversation-2", "Marcus Bell");
  await screen.findByText("Marcus Bell is writing a reply…", {}, loadTimeout);
  await user.click(screen.getByRole("radio", { name: "Note" }));
  await user.type(screen.getByLabelText("Your note"), "Called them.");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(db.notes.get("conversation-2")).toHaveLength(1), loadTimeout);
  expect(db.typing).toHaveLength(2);
});

test("two colleagues who write an email are named until they stop, and then it is sent without asking", async () => {
  const { user, db } = open(`/omnichannel?email=${thread}`);
  await user.click(await screen.findByRole("button", { name: "Reply" }, loadTimeout));
  const form = within(screen.getByRole("region", { name: "Your email" }));
  await user.type(form.getByLabelText("Your email"), "Thank you.");
  expect(db.typing).toEqual([{ thread, hasStopped: false }]);
  for (const name of ["Marcus Bell", "Ruth Amsel"]) db.publishTyping(thread, name);
  await form.findByText("Marcus Bell and Ruth Amsel are writing a reply…", {}, loadTimeout);
  for (const name of ["Marcus Bell", "Ruth Amsel"]) db.publishTyping(thread, name, true);
  await waitFor(() => expect(form.queryByText(/writing a reply/)).toBeNull(), loadTimeout);
  await user.click(form.getByRole("button", { name: "Send email" }));
  await screen.findByText(/^Email to/, {}, loadTimeout);
});

test("a colleague who types in a web chat is named, and sending then asks once", async () => {
  const { user, db } = open(`/omnichannel?chat=${nadiasChat}`);
  const field = await screen.findByLabelText("Your reply", {}, loadTimeout);
  await user.type(field, "Yes, a small one.");
  expect(db.typing).toEqual([{ thread: nadiasChat, hasStopped: false }]);
  db.publishTyping("conversation-2", "Ruth Amsel");
  db.publishTyping(nadiasChat, "Marcus Bell");
  await screen.findByText("Marcus Bell is writing a reply…", {}, loadTimeout);
  expect(screen.queryByText(/Ruth Amsel is writing/)).toBeNull();

  const last = () => db.webChatMessages.get(nadiasChat)?.at(-1)?.body;
  await user.click(screen.getByRole("button", { name: "Send message" }));
  screen.getByText("Marcus Bell is also writing a reply. Send anyway?");
  expect(last()).not.toBe("Yes, a small one.");
  await user.click(screen.getByRole("button", { name: "Send anyway" }));
  await waitFor(() => expect(last()).toBe("Yes, a small one."), loadTimeout);
  expect(db.typing.at(-1)).toEqual({ thread: nadiasChat, hasStopped: true });
});

test("an escalation names who writes in its conversation, and answering asks once", async () => {
  const { user, db } = open(`/escalations?id=${priya}`);
  await screen.findByLabelText("Your answer", {}, loadTimeout);
  const escalation = db.escalations.find(({ id }) => id === priya);
  db.publishTyping(escalation?.conversationId ?? "", "Marcus Bell");
  await screen.findByText("Marcus Bell is writing a reply…", {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  screen.getByText("Marcus Bell is also writing a reply. Send anyway?");
  await user.click(screen.getByRole("button", { name: "Send anyway" }));
  await screen.findByText(/^Answered/, {}, loadTimeout);
});

test("staff see that the visitor of a web chat is typing", async () => {
  const { db } = open(`/omnichannel?chat=${nadiasChat}`);
  await screen.findByLabelText("Your reply", {}, loadTimeout);
  db.publishVisitorTyping("another-chat");
  db.publishVisitorTyping(nadiasChat);
  await screen.findByText("The visitor is typing…", {}, loadTimeout);
  expect(screen.queryByText(/is writing a reply/)).toBeNull();
  db.publishVisitorTyping(nadiasChat, true);
  await waitFor(() => expect(screen.queryByText("The visitor is typing…")).toBeNull(), loadTimeout);
});
