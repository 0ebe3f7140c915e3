import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test, vi } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import {
  Author,
  ConversationState,
  MessagePhotoFailure,
  MessagePhotoSchema,
  MessagePhotoState,
  MessageStatus,
  StepKind,
} from "../../gen/parlor/v1/conversation_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { NoteSchema } from "../../gen/parlor/v1/note_pb";
import { createError } from "../../testing/fake-api/errors";
import { step } from "../../testing/fake-api/seed/decision-steps";
import { createMessage } from "../../testing/fake-api/seed/escalations";
import { callsOf, visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const priya = "conversation-1";
const article = () =>
  screen.findByRole("article", { name: "Conversation with Priya Raman" }, loadTimeout);
const list = () => screen.findByRole("region", { name: "Conversations" }, loadTimeout);

type Prepare = NonNullable<Parameters<typeof visit>[1]>["prepare"];

/** A thread is as high as its rows, and a browser tells of each move, a moment later. */
function letScroll() {
  const rows = (element: HTMLElement) => element.querySelector<HTMLElement>(".thread__rows");
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(function (
    this: HTMLElement,
  ) {
    return Number.parseInt(rows(this)?.style.blockSize ?? "0", 10);
  });
  vi.spyOn(HTMLElement.prototype, "scrollTo").mockImplementation(function (
    this: HTMLElement,
    to?: ScrollToOptions | number,
  ) {
    const top = typeof to === "object" ? (to.top ?? 0) : 0;
    this.scrollTop = Math.max(0, Math.min(top, this.scrollHeight - this.clientHeight));
    setTimeout(() => this.dispatchEvent(new Event("scroll")));
  });
}

/** At Priya's conversation, as the administrator of the main company. */
function open(prepare?: Prepare, query = `?id=${priya}`) {
  letScroll();
  const app = visit(`/messages${query}`, { as: "ines", ...(prepare ? { prepare } : {}) });
  const stored = () => app.db.conversations.find(({ id }) => id === priya);
  return { ...app, stored };
}

function change(what: object): Prepare {
  return ({ db }) => {
    const conversation = db.conversations.find(({ id }) => id === priya);
    if (conversation) Object.assign(conversation, what);
  };
}

/** A text to Priya that stands so. */
function sent(status: MessageStatus, more: object): Prepare {
  return ({ db }) => {
    const text = { id: "m-sent", author: Author.STAFF, authorName: "Ines Duarte" };
    const message = createMessage({ ...text, body: "Yes.", at: db.now(), status });
    db.messages.get(priya)?.push(Object.assign(message, more));
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
  // A notice outlives its page, here as in a browser.
  notices.dismiss();
});

/** Sends Priya a reply that can be taken back with the notice at the foot, however long it takes. */
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

test("an undelivered text shows the reason and can be retried if allowed", async () => {
  const why = "The phone is off.";
  const { user, db } = open((fakeApi) =>
    sent(MessageStatus.UNDELIVERED, {
      canRetry: true,
      steps: [step(StepKind.UNDELIVERED, why, fakeApi.db.now())],
    })?.(fakeApi),
  );
  await article();
  await screen.findByText("Not delivered", { selector: ".message__failed" }, loadTimeout);
  expect(screen.getByText(why, { selector: ".message__reason" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("Sending", {}, loadTimeout);
  expect(db.messages.get(priya)?.at(-1)?.status).toBe(MessageStatus.SENDING);
});

test("a text with unknown delivery cannot be retried", async () => {
  open(sent(MessageStatus.UNKNOWN, {}));
  await article();
  await screen.findByText("Delivery unconfirmed – checking with the carrier", {}, loadTimeout);
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

const ofBlast =
  (prepare?: Prepare): Prepare =>
  (fakeApi) => {
    sent(MessageStatus.DELIVERED, { blastId: "blast-finished", blastTitle: "Package room" })?.(
      fakeApi,
    );
    prepare?.(fakeApi);
  };

test("a text of a blast names the blast", async () => {
  open(ofBlast());
  await screen.findByText("Text blast · Package room", {}, loadTimeout);
  expect(screen.queryByRole("link", { name: /^Text blast/ })).toBeNull();
  expect(screen.getAllByText(/^Text blast ·/)).toHaveLength(1);
});

test("users with text blasts can open the blast of a text", async () => {
  const { user, location } = open(
    ofBlast(({ db }) => {
      const ines = db.accounts.find((account) => account.user.id === "ines");
      ines?.entitlements.options.push(DashboardOption.TEXT_BLAST);
    }),
  );
  await user.click(
    await screen.findByRole("link", { name: "Text blast · Package room" }, loadTimeout),
  );
  expect(location.path).toBe("/textBlast?blast=blast-finished");
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
  // Not only what the note changes is read again: the request may have changed anything.
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

test("a new message appears without a reload", async () => {
  const { db } = open();
  await article();
  const message = { id: "m-late", author: Author.RESIDENT, body: "Any news?", at: db.now() };
  db.messages.get(priya)?.push(createMessage(message));
  db.publish(EventKind.CONVERSATION, "larkspur", priya);
  await within(await screen.findByRole("log")).findByText("Any news?", {}, loadTimeout);
});

/** So many texts of Priya's before all others; "Old 0" is the oldest. */
function long(count: number, other: Record<number, string> = {}): Prepare {
  return ({ db }) => {
    const old = Array.from({ length: count }, (_, at) => {
      const body = other[at] ?? `Old ${at} of them`;
      const message = { id: `m-old-${at}`, author: Author.RESIDENT, body };
      return createMessage({ ...message, at: db.now() - 90_000_000 + at * 1000 });
    });
    db.messages.set(priya, [...old, ...(db.messages.get(priya) ?? [])]);
  };
}

function scrollTo(log: HTMLElement, top: number) {
  log.scrollTop = top;
  fireEvent.scroll(log);
}

test("a long conversation opens at its end and loads older messages up to its beginning", async () => {
  open(long(600));
  await article();
  const log = await screen.findByRole("log", {}, loadTimeout);
  await within(log).findByText("Old 599 of them", {}, loadTimeout);
  expect(within(log).queryByText("Old 0 of them")).toBeNull();
  await waitFor(() => {
    scrollTo(log, 0);
    expect(within(log).getByText("Old 0 of them")).toBeTruthy();
  }, loadTimeout);
  expect(screen.getByText("Start of conversation")).toBeTruthy();
  expect(log.querySelectorAll("[data-message]").length).toBeLessThan(60);
});

test("loading older messages can be retried", async () => {
  const { user, db } = open(long(100));
  await article();
  const log = await screen.findByRole("log", {}, loadTimeout);
  db.failingMethods.set("GetConversation", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  scrollTo(log, 0);
  const again = await within(log).findByRole("button", { name: "Try again" }, loadTimeout);
  db.failingMethods.clear();
  await user.click(again);
  await screen.findByText("Start of conversation", {}, loadTimeout);
});

test("a new message is announced while the thread is scrolled up", async () => {
  const { user, db } = open(long(100));
  await article();
  const log = await screen.findByRole("log", {}, loadTimeout);
  scrollTo(log, 0);
  await within(log).findByRole("button", { name: "Jump to latest" }, loadTimeout);
  for (const at of [1, 2]) {
    const message = { id: `m-late-${at}`, author: Author.RESIDENT, body: `Late ${at}` };
    db.messages.get(priya)?.push(createMessage({ ...message, at: db.now() + at }));
  }
  db.publish(EventKind.CONVERSATION, "larkspur", priya);
  await user.click(await within(log).findByRole("button", { name: "2 new messages" }, loadTimeout));
  await within(log).findByText("Late 2", {}, loadTimeout);
});

test("the thread scrolls to a match on any page", async () => {
  const { user } = open(long(500, { 7: "A zebra stood there" }), "?words=zebra");
  await user.click(
    (await within(await list()).findAllByRole("link", {}, loadTimeout))[0] as HTMLElement,
  );
  const found = () => document.querySelector(".message--found");
  await waitFor(() => expect(found()?.textContent).toContain("A zebra"), loadTimeout);
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

test("the photos of a text are shown, open large, and say why one is missing", async () => {
  const photos = [
    { state: MessagePhotoState.READY, url: "/full-1", thumbnailUrl: "/small-1" },
    { state: MessagePhotoState.READY, url: "/full-2", thumbnailUrl: "/small-2" },
    { state: MessagePhotoState.FAILED, failure: MessagePhotoFailure.TOO_LARGE },
    { state: MessagePhotoState.PENDING },
  ].map((photo, index) => create(MessagePhotoSchema, { id: `photo-${index}`, ...photo }));
  const { user } = open(({ db }) => {
    const message = createMessage({
      id: "with-photos",
      author: Author.RESIDENT,
      body: "(4 photos)",
      at: db.now(),
    });
    message.photos = photos;
    db.messages.get(priya)?.push(message);
  });
  const thread = within(await article());
  expect(await thread.findByText("This file is larger than 8 MB.")).toBeTruthy();
  expect(thread.getByText("Fetching the photo…")).toBeTruthy();
  expect(thread.queryByText("(4 photos)")).toBeNull();
  await user.click(thread.getByRole("button", { name: "View photo 1 of 2 from the resident" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("img").getAttribute("src")).toBe("/full-1");
  await user.click(dialog.getByRole("button", { name: "Next photo" }));
  expect(dialog.getByRole("img", { name: "Photo 2 of 2 from the resident" })).toBeTruthy();
});
