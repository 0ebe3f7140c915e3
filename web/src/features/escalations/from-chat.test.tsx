// Questions that came by web chat.

import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { WebChatVerification } from "../../gen/parlor/v1/web_chat_visitor_pb";
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

test("an answer to a chat may be longer than a text, and colleagues see who types it", async () => {
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
  expect(db.typing).toEqual([{ thread: nadiasChat, hasStopped: false }]);
  db.publishTyping(nadiasChat, "Marcus Bell");
  await screen.findByText("Marcus Bell is writing a reply…", {}, loadTimeout);
});

test("notes on the chat are beside the question", async () => {
  const { user, db } = open();
  await chat();
  await user.click(screen.getByText("Notes"));
  await user.type(screen.getByLabelText("New note"), "Asked the fire marshal.");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  const notes = within(screen.getByRole("list", { name: "Notes" }));
  await notes.findByText("Asked the fire marshal.", {}, loadTimeout);
  expect(db.notes.get(nadiasChat)?.map(({ author }) => author)).toEqual(["Dana Okafor"]);
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

test("a visitor who proved who they are is shown with their unit and how they proved it", async () => {
  open(({ db }) => {
    for (const escalation of db.escalations.filter((one) => one.id === id)) {
      Object.assign(escalation, { webChatVerification: WebChatVerification.CODE });
      Object.assign(escalation.resident ?? {}, { name: "Ann Kowalski", unit: "4B" });
    }
  });
  const name = "Escalation from Ann Kowalski";
  const shown = within(await screen.findByRole("article", { name }, loadTimeout));
  shown.getByText("4B");
  const badge = shown.getByText("Verified by code");
  const address = shown.getByText(/@mail\.example$/);
  expect(address.parentElement?.contains(badge), "beside the address").toBe(true);
});

test("a visitor who proved nothing has no mark", async () => {
  open();
  await chat();
  expect(screen.queryByText(/Verified by code|Signed in on the website/)).toBeNull();
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
