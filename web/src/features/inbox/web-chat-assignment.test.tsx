import { screen, waitFor } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import { detail, list, loadTimeout, openChats, openNadia } from "../../testing/open-inbox-chat";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("a chat is taken over, assigned and given back to the bot", async () => {
  const { user, stored } = openChats(openNadia, { chat: { state: WebChatState.BOT } });
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

test("only an administrator takes the chat of a colleague over", async () => {
  const { user, stored } = openChats(openNadia, {
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
  const { user, stored } = openChats(openNadia, { as: "marcus", chat: assigned });
  const chat = await detail();
  await chat.findByText("Assigned to Dana by “Chats”", {}, loadTimeout);
  await chat.findByLabelText("Your reply", {}, loadTimeout);
  await user.click(chat.getByRole("button", { name: "Take over" }));
  await waitFor(() => expect(stored()?.assigneeId).toBe("marcus"), loadTimeout);
  await waitFor(() => expect(chat.queryByText(/^Assigned to/)).toBeNull(), loadTimeout);
});

test("the assignee of a rule takes the chat over, and undo leaves it to the rules", async () => {
  const assigned = { assigneeId: "dana", assigneeName: "Dana Okafor", assignedByRule: "Chats" };
  const { user, stored } = openChats(openNadia, { chat: assigned });
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
  openChats(openNadia, { as: "marcus", chat: { assigneeId: "dana", assigneeName: "Dana Okafor" } });
  const chat = await detail();
  await chat.findByText(/Ask them to unassign it\./, {}, loadTimeout);
  for (const name of ["Take over", "Resolve", "Snooze"])
    expect(chat.queryByRole("button", { name })).toBeNull();
});
