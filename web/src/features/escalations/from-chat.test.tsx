// Questions that came by web chat.

import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { callsOf, visit } from "../../testing/visit";
import { escalateNadiasQuestion, nadiasChat } from "../../testing/web-chats";

const id = "escalation-1";
const loadTimeout = { timeout: 60_000 };

type Prepare = NonNullable<NonNullable<Parameters<typeof visit>[1]>["prepare"]>;

function open(prepare?: Prepare) {
  return visit(`/escalations?id=${id}`, {
    prepare: (api) => {
      escalateNadiasQuestion(api.db, id);
      prepare?.(api);
    },
  });
}

const chat = () => screen.findByRole("log", { name: "Web chat with Nadia Holt" }, loadTimeout);

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("a question by web chat shows the chat and is answered in it, with undo", async () => {
  const { user, db } = open();
  within(await chat()).getByText("Can I bring my own grill?");
  await screen.findByRole("heading", { name: "Nadia Holt" });
  screen.getByText("nadia.holt@mail.example");
  const notify = await screen.findByRole("region", { name: "Notify the homeowner" });
  within(notify).getByText("in the web chat");
  expect(within(notify).queryByRole("radio")).toBeNull();
  await within(notify).findByText(
    "Also emailed to nadia.holt@mail.example if the visitor has left.",
    {},
    loadTimeout,
  );
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  await screen.findByText(/Sending the message in \d+ sec\./, {}, loadTimeout);
  const notice = () =>
    db.webChatMessages.get(nadiasChat)?.find(({ id }) => id.startsWith("notice"));
  expect(notice()?.authorName).toBe("Dana Okafor");
  const answered = db.escalations.find((one) => one.id === id);
  expect(answered?.notifyHomeownerData?.notificationType).toBe("chat");
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(notice()).toBeUndefined(), loadTimeout);
});

test("an answer to a chat may be longer than a text, and nobody sees who types it", async () => {
  const { user, db } = open();
  await chat();
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Your answer", {}, loadTimeout);
  await user.clear(field);
  await user.click(field);
  await user.paste("a".repeat(1700));
  const notify = screen.getByRole("region", { name: "Notify the homeowner" });
  await within(notify).findByText(/^a{1700}/, {}, loadTimeout);
  expect(screen.queryByText(/Texts can have up to/)).toBeNull();
  expect(callsOf({ db })).not.toContain("ReportConversationTyping");
});

test("a reviewed question says that it was answered in the chat", async () => {
  const { user } = open();
  await chat();
  await user.click(await screen.findByRole("button", { name: /^Answer, train and/ }, loadTimeout));
  await user.click(await screen.findByRole("radio", { name: /^Reviewed/ }, loadTimeout));
  const outcome = await screen.findByRole("region", { name: "Outcome" }, loadTimeout);
  within(outcome).getByText("in the web chat");
});

test("the list marks questions that came by web chat, also of visitors without a name", async () => {
  open(({ db }) => {
    for (const { resident } of db.escalations.filter((one) => one.id === id))
      if (resident) Object.assign(resident, { name: "", email: "" });
  });
  const row = within(await screen.findByRole("link", { current: true }, loadTimeout));
  row.getByText("Web chat");
  row.getByText("Visitor");
});

test("a chat that can't be loaded is loaded again, and the question stays answerable", async () => {
  const { user, db } = open(({ db }) => {
    db.failingMethods.set("GetWebChat", createError(Code.Internal, "INTERNAL", "broken"));
  });
  await screen.findByText("Couldn't load this web chat.", {}, loadTimeout);
  screen.getByLabelText("Your answer");
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await chat();
});
