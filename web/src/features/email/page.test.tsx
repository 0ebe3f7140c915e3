import { clone, create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import {
  EmailMessageSchema,
  EmailStatus,
  EmailThreadState,
} from "../../gen/parlor/v1/email_thread_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { NoteSchema } from "../../gen/parlor/v1/note_pb";
import { createError } from "../../testing/fake-api/errors";
import { joan, list, loadTimeout, openEmail } from "../../testing/open-email";
import { callsOf } from "../../testing/visit";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("an opened email is marked as read and shows its text, images, quote and attachments", async () => {
  const { user, db } = openEmail();
  await user.click(
    await within(await list()).findByRole("link", { name: /Joan Marsh/ }, loadTimeout),
  );
  const article = within(await joan());
  expect(article.getByText("form").tagName).toBe("B");
  expect(article.getByText("2 images blocked.")).toBeTruthy();
  expect(article.getByText("Show quoted text").closest("details")?.open).toBe(false);
  expect(article.getByText("Form").getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(article.getByRole("link", { name: /slip.pdf/ }).getAttribute("href")).toBe("/files/1");
  expect(article.getByText("Too large to save")).toBeTruthy();
  await waitFor(() => expect(db.emailThreads[0]?.isUnread).toBe(false), loadTimeout);
});

test("blocked images are loaded on request, and those that cannot be are counted", async () => {
  const { user, db } = openEmail("?id=thread-1");
  const article = within(await joan());
  expect(article.queryByRole("img", { name: "Slip 12" })).toBeNull();
  expect(callsOf({ db })).not.toContain("LoadEmailImages");
  await user.click(article.getByRole("button", { name: "Show images" }));
  const image = await article.findByRole("img", { name: "Slip 12" }, loadTimeout);
  expect(image.getAttribute("src")).toBe("/files/image-0");
  expect(article.getByText("1 image couldn't be loaded.")).toBeTruthy();
  expect(article.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("notes on a thread are added, seen by colleagues and deleted by their author", async () => {
  const { user, db } = openEmail("?id=thread-1", ({ db }) => {
    const theirs = {
      id: "note-1",
      authorId: "marcus",
      author: "Marcus Bell",
      body: "Ask the board",
    };
    db.notes.set("thread-1", [create(NoteSchema, theirs)]);
  });
  const article = within(await joan());
  await user.click(await article.findByText("1 note", {}, loadTimeout));
  const notes = within(article.getByRole("list", { name: "Notes" }));
  expect(notes.getByText("Ask the board")).toBeTruthy();
  expect(notes.queryByRole("button", { name: "Delete note" })).toBeNull();
  await user.type(article.getByLabelText("New note"), "Called the owner");
  await user.click(article.getByRole("button", { name: "Add note" }));
  await notes.findByText("Called the owner", {}, loadTimeout);
  await user.click(await notes.findByRole("button", { name: "Delete note" }, loadTimeout));
  await waitFor(() => expect(db.notes.get("thread-1")).toHaveLength(1), loadTimeout);
});

test("sender, subject, text and attachments show bidirectional control characters as marks", async () => {
  openEmail("?id=thread-1", ({ db }) => {
    const [thread] = db.emailThreads;
    const message = db.emailMessages.find(({ threadId }) => threadId === thread?.id);
    if (!thread || !message) throw new Error("The fake API has a thread");
    Object.assign(thread, { participantName: "Joan\u202e hsraM", subject: "Slip\u202e 41" });
    Object.assign(thread, { snippet: "Pay at \u2066bank" });
    Object.assign(message, { fromName: "Joan\u202e hsraM", author: "", html: "" });
    Object.assign(message, { text: "Pay at \u202emoc.knab", quotedText: "\u200fOld" });
    const [attachment] = message.attachments;
    if (attachment) attachment.name = "slip\u202efdp.exe";
  });
  const article = within(
    await screen.findByRole("article", { name: "Email from Joan[RLO] hsraM" }, loadTimeout),
  );
  expect(article.getByRole("heading", { name: "Slip[RLO] 41" })).toBeTruthy();
  expect(article.getByText("Pay at [RLO]moc.knab")).toBeTruthy();
  expect(article.getByText("[RLM]Old")).toBeTruthy();
  expect(article.getByText("slip[RLO]fdp.exe")).toBeTruthy();
  const row = within(await list());
  expect(await row.findByText("Slip[RLO] 41")).toBeTruthy();
  expect(row.getByText("Pay at [LRI]bank")).toBeTruthy();
});

test("a reply that the bot drafted shows its source and is sent with one click", async () => {
  const note = 'It is based on the answer to "Who moves a slip?" (93% confidence).';
  const { user, db } = openEmail("?id=thread-1", ({ db }) => {
    const draft = clone(EmailMessageSchema, db.emailMessages[0] ?? create(EmailMessageSchema));
    Object.assign(draft, {
      id: "email-bot",
      status: EmailStatus.DRAFT,
      to: ["joan.marsh@mail.example"],
      text: "Hi Joan,\n\nThe harbor office does.",
      html: "",
      botNote: note,
    });
    db.emailMessages.push(draft);
  });
  await joan();
  await screen.findByText(/The bot drafted this reply/, {}, loadTimeout);
  expect(screen.getByText(/Who moves a slip\?/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Send email" }));
  await screen.findByText("Email to Joan Marsh.", {}, loadTimeout);
  const sent = db.emailMessages.find(({ id }) => id === "email-bot");
  expect(sent?.status).toBe(EmailStatus.SCHEDULED);
  expect(sent?.text).toContain("The harbor office does.");
});

test("a reply that the bot drafts while the thread is open appears immediately", async () => {
  const { db } = openEmail("?id=thread-1");
  await joan();
  expect(screen.queryByText(/The bot drafted this reply/)).toBeNull();
  const draft = clone(EmailMessageSchema, db.emailMessages[0] ?? create(EmailMessageSchema));
  const content = { to: ["joan.marsh@mail.example"], text: "The harbor office does.", html: "" };
  const status = EmailStatus.DRAFT;
  db.emailMessages.push(
    Object.assign(draft, {
      id: "email-bot",
      status,
      botNote: "It is based on an answer.",
      ...content,
    }),
  );
  db.publish(EventKind.EMAIL_THREAD, db.emailThreads[0]?.communityId, "thread-1");
  await screen.findByText(/The bot drafted this reply/, {}, loadTimeout);
  screen.getByRole("button", { name: "Send email" });
});

test("a reply is saved as a draft, sent with undo, and restored by it", async () => {
  const { user, db } = openEmail("?id=thread-1");
  await joan();
  await user.click(await screen.findByRole("button", { name: "Reply" }, loadTimeout));
  await user.type(screen.getByLabelText("Your email", { selector: "textarea" }), "Thank you.");
  await screen.findByText("Draft saved", {}, loadTimeout);
  const stored = () => db.emailMessages.find(({ text }) => text === "Thank you.");
  expect(stored()?.to).toEqual(["joan.marsh@mail.example"]);
  await user.click(screen.getByRole("button", { name: "Send email" }));
  await screen.findByText("Email to Joan Marsh.", {}, loadTimeout);
  expect(stored()?.status).toBe(EmailStatus.SCHEDULED);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(stored()?.status).toBe(EmailStatus.DRAFT), loadTimeout);
  await waitFor(
    () =>
      expect(
        screen.getByLabelText<HTMLTextAreaElement>("Your email", { selector: "textarea" }).value,
      ).toBe("Thank you."),
    loadTimeout,
  );
});

test("a new email without a recipient is refused at its field and keeps its text", async () => {
  const { user, db } = openEmail();
  await list();
  await user.click(
    (await screen.findAllByRole("button", { name: /^New email/ }, loadTimeout))[0] as HTMLElement,
  );
  await user.type(await screen.findByLabelText("Subject", {}, loadTimeout), "Gate");
  await user.type(screen.getByLabelText("Your email", { selector: "textarea" }), "It is 4711.");
  await user.click(screen.getByRole("button", { name: "Send email" }));
  await screen.findByText("Add a recipient.", {}, loadTimeout);
  await user.type(screen.getByLabelText("To"), "joan@mail.example");
  await user.click(screen.getByRole("button", { name: "Send email" }));
  await screen.findByText("Email to joan@mail.example.", {}, loadTimeout);
  expect(db.emailMessages.filter(({ subject }) => subject === "Gate")).toHaveLength(1);
});

test("a draft is listed, opened and discarded", async () => {
  const { user, db } = openEmail("?folder=drafts", ({ db }) => {
    const first = db.emailMessages[0];
    if (first)
      Object.assign(first, { status: EmailStatus.DRAFT, threadId: "", text: "Half a text" });
  });
  await user.click(
    await within(await list()).findByRole("link", { name: /Half a text/ }, loadTimeout),
  );
  await user.click(await screen.findByRole("button", { name: "Discard" }, loadTimeout));
  await screen.findByText("No drafts", {}, loadTimeout);
  expect(db.emailMessages.some(({ status }) => status === EmailStatus.DRAFT)).toBe(false);
});

test("a resolved email leaves the inbox and comes back with undo", async () => {
  const { user, db } = openEmail("?id=thread-1");
  await joan();
  await user.click(screen.getByRole("button", { name: "Resolve" }));
  await waitFor(
    () => expect(db.emailThreads[0]?.state).toBe(EmailThreadState.RESOLVED),
    loadTimeout,
  );
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(db.emailThreads[0]?.state).toBe(EmailThreadState.OPEN), loadTimeout);
});

test("an empty folder, an empty search and a failure say what to do", async () => {
  const { user, db } = openEmail("?folder=sent");
  await screen.findByText("No sent emails", {}, loadTimeout);
  const detail = await screen.findByRole("article", { name: "Email" }, loadTimeout);
  expect(detail.textContent).toBe("");
  await user.type(screen.getByLabelText("Search email"), "zeppelin");
  await screen.findByText("No matching emails", {}, loadTimeout);
  db.failingMethods.set("ListEmailThreads", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  await user.type(screen.getByLabelText("Search email"), "joan");
  await screen.findByText("Couldn't load emails", {}, loadTimeout);
  expect(detail.textContent).toBe("");
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await within(detail).findByText("Choose an email", {}, loadTimeout);
});
