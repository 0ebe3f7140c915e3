import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import {
  Author,
  MessagePhotoFailure,
  MessagePhotoSchema,
  MessagePhotoState,
  MessageStatus,
  StepKind,
} from "../../gen/parlor/v1/conversation_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { step } from "../../testing/fake-api/seed/decision-steps";
import { createMessage } from "../../testing/fake-api/seed/escalations";
import {
  article,
  list,
  loadTimeout,
  open,
  type Prepare,
  priya,
} from "../../testing/open-conversation";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

/** Adds a text to Priya with a status. */
function sent(status: MessageStatus, more: object): Prepare {
  return ({ db }) => {
    const text = { id: "m-sent", author: Author.STAFF, authorName: "Ines Duarte" };
    const message = createMessage({ ...text, body: "Yes.", at: db.now(), status });
    db.messages.get(priya)?.push(Object.assign(message, more));
  };
}

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

test("a new message appears without a reload", async () => {
  const { db } = open();
  await article();
  const message = { id: "m-late", author: Author.RESIDENT, body: "Any news?", at: db.now() };
  db.messages.get(priya)?.push(createMessage(message));
  db.publish(EventKind.CONVERSATION, "larkspur", priya);
  await within(await screen.findByRole("log")).findByText("Any news?", {}, loadTimeout);
});

/** Adds older texts from Priya before all others. "Old 0" is the oldest. */
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

test("the photos of a text are shown, open in full size, and a missing one shows the reason", async () => {
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
  expect(thread.getByText("Loading the photo…")).toBeTruthy();
  expect(thread.queryByText("(4 photos)")).toBeNull();
  await user.click(thread.getByRole("button", { name: "View photo 1 of 2 from the resident" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("img").getAttribute("src")).toBe("/full-1");
  await user.click(dialog.getByRole("button", { name: "Next photo" }));
  expect(dialog.getByRole("img", { name: "Photo 2 of 2 from the resident" })).toBeTruthy();
});
