import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test, vi } from "vitest";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { NoteSchema } from "../../gen/parlor/v1/note_pb";
import { createError } from "../../testing/fake-api/errors";
import {
  article,
  list,
  loadTimeout,
  open,
  type Prepare,
  priya,
} from "../../testing/open-conversation";
import { callsOf } from "../../testing/visit";

function change(what: object): Prepare {
  return ({ db }) => {
    const conversation = db.conversations.find(({ id }) => id === priya);
    if (conversation) Object.assign(conversation, what);
  };
}

test("a conversation is taken over, answered with undo and handed back", async () => {
  const { user, stored } = open();
  await article();
  await user.click(await screen.findByRole("button", { name: "Take over" }, loadTimeout));
  await screen.findAllByText("Claimed by you", {}, loadTimeout);
  await user.type(screen.getByLabelText("Your reply"), "Yes, you may.{Control>}{Enter}{/Control}");
  await screen.findByText("Texting Priya Raman, 4B.", {}, loadTimeout);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your reply").value).toBe("");
  const log = await screen.findByRole("log");
  await within(log).findByText("Yes, you may.");
  await user.click(within(log).getByRole("button", { name: "Cancel sending" }));
  await waitFor(() => expect(within(log).queryByText("Yes, you may.")).toBeNull(), loadTimeout);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your reply").value).toBe("Yes, you may.");
  await user.click(screen.getByRole("button", { name: "Hand back to bot" }));
  await waitFor(() => expect(stored()?.state).toBe(ConversationState.BOT), loadTimeout);
});

afterEach(() => {
  vi.useRealTimers();
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

/** Sends Priya a reply. Its undo toast stays open, no matter how long the test takes. */
async function reply({ user }: ReturnType<typeof open>, body: string) {
  vi.useFakeTimers({ toFake: ["Date"] });
  await user.type(await screen.findByLabelText("Your reply", {}, loadTimeout), body);
  await user.click(screen.getByRole("button", { name: "Send text" }));
  return await screen.findByRole("button", { name: /^Undo/ }, loadTimeout);
}

const written = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;

test("a late undo keeps the note and reply that were written since", async () => {
  const app = open();
  const { user } = app;
  await article();
  const undo = await reply(app, "See you at nin.");
  await user.click(screen.getByRole("radio", { name: "Note" }));
  await user.type(screen.getByLabelText("Your note"), "Call the janitor.");
  await user.click(screen.getByRole("radio", { name: "Reply" }));
  await user.type(screen.getByLabelText("Your reply"), "Bring the key.");
  await user.click(undo);
  await waitFor(
    () => expect(written("Your reply")).toBe("See you at nin.\nBring the key."),
    loadTimeout,
  );
  await user.click(screen.getByRole("radio", { name: "Note" }));
  expect(written("Your note")).toBe("Call the janitor.");
});

test("a reply that is undone elsewhere becomes a draft of its own conversation", async () => {
  const app = open();
  const { user, location } = app;
  await article();
  const undo = await reply(app, "See you at nin.");
  await user.click(screen.getByRole("radio", { name: "Note" }));
  await user.type(screen.getByLabelText("Your note"), "Call the janitor.");
  await user.keyboard("{Escape}");
  await user.keyboard("j");
  await waitFor(() => expect(location.path).not.toContain(priya));
  await user.click(undo);
  await waitFor(() => expect(callsOf(app)).toContain("UndoReply"), loadTimeout);
  await user.keyboard("k");
  await article();
  await waitFor(() => expect(written("Your reply")).toBe("See you at nin."), loadTimeout);
  await user.click(screen.getByRole("radio", { name: "Note" }));
  expect(written("Your note")).toBe("Call the janitor.");
});

test("a refused reply keeps its text and shows the reason", async () => {
  const { user, db } = open();
  await article();
  await user.type(await screen.findByLabelText("Your reply", {}, loadTimeout), "Yes.");
  db.failingMethods.set("SendReply", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  await user.click(screen.getByRole("button", { name: "Send text" }));
  await screen.findByText(/Can't reach the server/, {}, loadTimeout);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your reply").value).toBe("Yes.");
});

test("a reply that failed unexpectedly shows the request ID", async () => {
  const { user, db } = open();
  await user.type(await screen.findByLabelText("Your reply", {}, loadTimeout), "Yes.");
  db.failingMethods.set("SendReply", createError(Code.Internal, "INTERNAL", "It broke."));
  await user.click(screen.getByRole("button", { name: "Send text" }));
  const failure = await screen.findByRole("region", { name: "Last error" }, loadTimeout);
  expect(failure.textContent).toContain("7f3a-91c2-0be4");
});

test("a note is marked as internal, and only its author can delete it", async () => {
  const { user, db } = open(({ db }) => {
    const note = { id: "n-1", body: "Owner since May.", authorId: "dana", author: "Dana Okafor" };
    const writtenAt = timestampFromMs(db.now());
    db.notes.set(priya, [create(NoteSchema, { ...note, writtenAt })]);
  });
  await article();
  await screen.findByText("Owner since May.", {}, loadTimeout);
  expect(screen.queryByRole("button", { name: "Delete note" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Note" }));
  expect(screen.getByText("Only staff can see notes.")).toBeTruthy();
  await user.type(screen.getByLabelText("Your note"), "Called twice.");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await user.click(await screen.findByRole("button", { name: "Delete note" }, loadTimeout));
  await waitFor(() => expect(db.notes.get(priya)).toHaveLength(1), loadTimeout);
  expect(callsOf({ db })).not.toContain("SendReply");
});

test("a saved note whose response was lost is shown without an error", async () => {
  const { user, db } = open();
  await article();
  await user.click(screen.getByRole("radio", { name: "Note" }));
  await user.type(screen.getByLabelText("Your note"), "Called twice.");
  const note = { id: "n-1", body: "Called twice.", authorId: "ines", author: "Ines Duarte" };
  db.notes.set(priya, [create(NoteSchema, { ...note, writtenAt: timestampFromMs(db.now()) })]);
  const words = "This request was already carried out, but its response was lost.";
  db.failingMethods.set("AddNote", createError(Code.Aborted, "IDEMPOTENT_RESULT_LOST", words));
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await screen.findByRole("button", { name: "Delete note" }, loadTimeout);
  await screen.findByText("Your request was completed.", {}, loadTimeout);
  // Everything is refetched, because the lost request may have changed anything.
  const readAgain = () => callsOf({ db }).filter((call) => call === "GetCurrentUser");
  await waitFor(() => expect(readAgain()).toHaveLength(2), loadTimeout);
  expect(screen.getByLabelText("Your note")).toHaveProperty("value", "");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an opted-out resident gets no text, but notes are possible", async () => {
  open(change({ optedOut: true }));
  await article();
  await screen.findByText("This resident opted out of texts.", {}, loadTimeout);
  expect(screen.queryByLabelText("Your reply")).toBeNull();
});

test("a claimed conversation is read-only until an administrator takes it over", async () => {
  const { user, stored } = open(change({ assignedToId: "dana", assignedTo: "Dana Okafor" }));
  await article();
  await screen.findByText("Dana Okafor is handling this.", {}, loadTimeout);
  expect(screen.getAllByText("Claimed by Dana").length).toBeGreaterThan(0);
  await user.click(screen.getAllByRole("button", { name: "Take over" })[0] as HTMLElement);
  await screen.findByLabelText("Your reply", {}, loadTimeout);
  expect(stored()?.assignedToId).toBe("ines");
});

test("opening marks as read; the default selection stays unread", async () => {
  const { user, db } = open(({ db }) => {
    for (const conversation of db.conversations) conversation.unread = 2;
  }, "");
  const links = await within(await list()).findAllByRole("link", {}, loadTimeout);
  expect(callsOf({ db })).not.toContain("MarkConversationRead");
  await user.click(links[1] as HTMLElement);
  await waitFor(() => expect(db.conversations[1]?.unread).toBe(0), loadTimeout);
  expect(db.conversations[0]?.unread).toBe(2);
});

test("the state is kept in the URL, and resolving selects the next conversation", async () => {
  const { user, location, stored } = open(undefined, `?state=open&id=${priya}`);
  await article();
  await user.keyboard("e");
  await waitFor(() => expect(stored()?.state).toBe(ConversationState.RESOLVED), loadTimeout);
  await waitFor(() => expect(location.path).toContain("conversation-2"), loadTimeout);
  await user.click(screen.getByRole("radio", { name: /^Resolved/ }));
  await within(await list()).findByText("Priya Raman", {}, loadTimeout);
  expect(location.path).toContain("state=resolved");
});

test("matches are highlighted in the list and in the thread", async () => {
  const { user, location } = open(undefined, "");
  await within(await list()).findAllByRole("link", {}, loadTimeout);
  await user.keyboard("/");
  await user.keyboard("doorb");
  await waitFor(() => expect(location.path).toContain("words=doorb"));
  const row = within(await list());
  await waitFor(() => expect(row.getAllByRole("link")).toHaveLength(1), loadTimeout);
  expect(row.getByText("doorbell", { selector: "mark" })).toBeTruthy();
  await within(await article()).findByText("doorbell", { selector: "mark" }, loadTimeout);
});

test("unassigned rows show the open question, and assigned ones the newest message", async () => {
  const { user } = open(change({ preview: "I'm asking the office. Someone will reply here." }));
  const row = async () =>
    within((await within(await list()).findAllByRole("link", { name: /Priya/ }))[0] as HTMLElement);
  await (await row()).findByText(/Can I put a ring doorbell/, {}, loadTimeout);
  await user.click(await screen.findByRole("button", { name: "Take over" }, loadTimeout));
  await (await row()).findByText(/I'm asking the office/, {}, loadTimeout);
});

test("a search without results can be cleared, including its field", async () => {
  const { user, location } = open(undefined, "?words=xylophone");
  const all = await screen.findByRole("button", { name: "Show all conversations" }, loadTimeout);
  const field = () => screen.getByLabelText<HTMLInputElement>("Search messages");
  expect(field().value).toBe("xylophone");
  await user.click(all);
  await within(await list()).findByText("Priya Raman", {}, loadTimeout);
  expect(field().value).toBe("");
  expect(location.path).not.toContain("words");
});

test("J and K change the selection, R and N open the composer", async () => {
  const { user, location } = open();
  await article();
  await screen.findByLabelText("Your reply", {}, loadTimeout);
  await user.keyboard("j");
  await waitFor(() => expect(location.path).toContain("conversation-2"));
  await user.keyboard("k");
  await waitFor(() => expect(location.path).toContain(priya));
  await article();
  await user.keyboard("n");
  const note = await screen.findByLabelText("Your note");
  await waitFor(() => expect(document.activeElement).toBe(note));
});

test("empty and failed lists show the reason", async () => {
  const { user, db } = open(({ db }) => {
    db.conversations = [];
    db.failingMethods.set(
      "ListConversations",
      createError(Code.Unavailable, "UNAVAILABLE", "down"),
    );
  }, "");
  await screen.findByText("Couldn't load conversations", {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("No texts yet", {}, loadTimeout);
});
