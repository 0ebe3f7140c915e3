// Internal notes on web chats in the inbox.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { NoteSchema } from "../../gen/parlor/v1/note_pb";
import { createError } from "../../testing/fake-api/errors";
import { allow, visit } from "../../testing/visit";
import { nadiasChat } from "../../testing/web-chats";

const loadTimeout = { timeout: 60_000 };

type Prepare = NonNullable<NonNullable<Parameters<typeof visit>[1]>["prepare"]>;

function open(prepare?: Prepare) {
  return visit(`/omnichannel?chat=${nadiasChat}`, {
    prepare: (api) => {
      allow(DashboardOption.OMNICHANNEL)(api);
      const chat = api.db.webChats.find(({ id }) => id === nadiasChat);
      Object.assign(chat ?? {}, { assigneeId: "marcus", assigneeName: "Marcus Bell" });
      prepare?.(api);
    },
  });
}

const detail = async () =>
  within(await screen.findByRole("article", { name: "Web chat with Nadia Holt" }, loadTimeout));

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("a note is added to a colleague's web chat and deleted by its author", async () => {
  const { user, db } = open();
  const chat = await detail();
  const before = db.webChatMessages.get(nadiasChat)?.length;
  await user.click(await chat.findByText("Notes", {}, loadTimeout));
  chat.getByText("Only staff can see notes.");
  const add = chat.getByRole("button", { name: "Add note" });
  expect(add.title).toBe("Write a note first");
  await user.type(chat.getByLabelText("New note"), " Called her twice. ");
  await user.click(add);
  const notes = within(chat.getByRole("list", { name: "Notes" }));
  await notes.findByText("Called her twice.", {}, loadTimeout);
  expect(chat.getByLabelText("New note")).toHaveProperty("value", "");
  expect(db.webChatMessages.get(nadiasChat)).toHaveLength(before ?? -1);
  await user.click(notes.getByRole("button", { name: "Delete note" }));
  await waitFor(() => expect(notes.queryByText("Called her twice.")).toBeNull(), loadTimeout);
  expect(db.notes.get(nadiasChat)).toEqual([]);
});

test("a colleague's note appears by itself, and can't be deleted", async () => {
  const { user, db } = open();
  const chat = await detail();
  await chat.findByText("Notes", {}, loadTimeout);
  const note = create(NoteSchema, {
    id: "note-of-marcus",
    body: "She moved out.",
    authorId: "marcus",
    author: "Marcus Bell",
    writtenAt: timestampFromMs(db.now()),
  });
  db.notes.set(nadiasChat, [note]);
  db.publish(EventKind.WEB_CHAT, "harbor", nadiasChat);
  await user.click(await chat.findByText("1 note", {}, loadTimeout));
  const notes = within(chat.getByRole("list", { name: "Notes" }));
  notes.getByText(/^Marcus Bell · /);
  expect(notes.queryByRole("button", { name: "Delete note" })).toBeNull();
});

test("a note that wasn't saved stays in its field", async () => {
  const { user } = open(({ db }) =>
    db.failingMethods.set("AddWebChatNote", createError(Code.Unavailable, "UNAVAILABLE", "down")),
  );
  const chat = await detail();
  await user.click(await chat.findByText("Notes", {}, loadTimeout));
  await user.type(chat.getByLabelText("New note"), "Called her twice.");
  await user.click(chat.getByRole("button", { name: "Add note" }));
  await screen.findByText(/Can't reach the server/, {}, loadTimeout);
  // A note isn't stored as a draft.
  screen.getByText("Check your connection.");
  expect(chat.getByLabelText("New note")).toHaveProperty("value", "Called her twice.");
});
