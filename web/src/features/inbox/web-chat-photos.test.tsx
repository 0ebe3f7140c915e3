// Photos in web chats: those of the visitor, and those that staff send back.

import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { WebChatPhotoSchema, WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import type { Db } from "../../testing/fake-api/db";
import { createError, invalidFields } from "../../testing/fake-api/errors";
import { holdMethod } from "../../testing/hold-method";
import { detail, list, openChats, openNadia } from "../../testing/open-inbox-chat";
import { allow, visit } from "../../testing/visit";
import { escalateNadiasQuestion, nadiasChat } from "../../testing/web-chats";

const loadTimeout = { timeout: 60_000 };

/** Adds two photos to the first message of the chat with Nadia Holt, who is waiting for staff. */
function addPhotos({ db }: { db: Db }) {
  Object.assign(db.webChats[0] ?? {}, { state: WebChatState.OPEN });
  const [first] = db.webChatMessages.get(nadiasChat) ?? [];
  const photo = (id: string) =>
    create(WebChatPhotoSchema, { id, url: `/files/${id}`, thumbnailUrl: `/files/${id}-small` });
  first?.photos.push(photo("a"), photo("b"));
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Your reply");
const attached = () => screen.queryByAltText("gate.jpg");

/** Opens the chat, presses Send with words and a photo, and opens another item before the server responds. */
async function leaveWhileSending() {
  const app = openChats(openNadia);
  const { user, db } = app;
  const sending = holdMethod(db, "SendWebChatReply");
  const file = new File(["pixels"], "gate.jpg", { type: "image/jpeg" });
  await user.upload(await screen.findByLabelText("Attach a photo", {}, loadTimeout), file);
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  await user.type(field(), "This gate?");
  await user.click(screen.getByRole("button", { name: "Send message" }));
  const rows = await list();
  const open = async (name: RegExp) =>
    user.click(await rows.findByRole("link", { name }, loadTimeout));
  await open(/Ruth Amsel/);
  await waitFor(() => expect(attached()).toBeNull(), loadTimeout);
  const back = async () => {
    await open(/Nadia Holt/);
    await detail();
    await screen.findByLabelText("Attach a photo", {}, loadTimeout);
  };
  return { ...app, sending, back };
}

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("photos of the visitor are in the chat and open in full size", async () => {
  const { user } = visit(`/omnichannel?chat=${nadiasChat}`, {
    prepare: (api) => {
      allow(DashboardOption.OMNICHANNEL)(api);
      addPhotos(api);
    },
  });
  const log = await screen.findByRole("log", { name: "Web chat with Nadia Holt" }, loadTimeout);
  const name = "View photo 2 of 2 from the visitor";
  await user.click(within(log).getByRole("button", { name }));
  const full = await screen.findByRole(
    "img",
    { name: "Photo 2 of 2 from the visitor" },
    loadTimeout,
  );
  expect(full.getAttribute("src")).toBe("/files/b");
});

test("photos of the visitor are beside the escalated question", async () => {
  visit("/escalations?id=escalation-1", {
    prepare: (api) => {
      escalateNadiasQuestion(api.db, "escalation-1");
      addPhotos(api);
    },
  });
  const log = await screen.findByRole("log", { name: "Web chat with Nadia Holt" }, loadTimeout);
  expect(within(log).getAllByRole("button", { name: /^View photo/ })).toHaveLength(2);
});

test("staff send a photo without words, and undo brings it back", async () => {
  const { user, db } = visit(`/omnichannel?chat=${nadiasChat}`, {
    prepare: (api) => {
      allow(DashboardOption.OMNICHANNEL)(api);
      addPhotos(api);
    },
  });
  const file = new File(["pixels"], "gate.jpg", { type: "image/jpeg" });
  await user.upload(await screen.findByLabelText("Attach a photo", {}, loadTimeout), file);
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Remove gate.jpg" }));
  expect(screen.queryByAltText("gate.jpg")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Attach a photo"));
  await user.upload(screen.getByLabelText("Attach a photo"), file);
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  db.failingMethods.set("SendWebChatReply", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  await user.click(screen.getByRole("button", { name: "Send message" }));
  await screen.findByText(/but your photos aren't\.$/, {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Send message" }));
  const sent = () => db.webChatMessages.get(nadiasChat)?.at(-1);
  await waitFor(() => expect(sent()?.photos).toHaveLength(1), loadTimeout);
  expect(sent()?.photos[0]?.url).toBe(`data:image/jpeg;base64,${btoa("pixels")}`);
  expect(
    await screen.findByRole("button", { name: /^View photo from Dana/ }, loadTimeout),
  ).toBeTruthy();
  expect(screen.queryByAltText("gate.jpg")).toBeNull();
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  expect(sent()?.photos).toHaveLength(0);
});

test("a reply is cleared once it is sent, though the chat was left, and undo brings it back", async () => {
  const { user, db, sending, back } = await leaveWhileSending();
  await back();
  expect([field().value, attached()?.getAttribute("alt")]).toEqual(["This gate?", "gate.jpg"]);
  const send = screen.getByRole("button", { name: "Send message" });
  expect(send.getAttribute("data-pending")).toBe("true");
  sending.release();
  await waitFor(() => expect(attached()).toBeNull(), loadTimeout);
  expect(field().value).toBe("");
  expect(db.webChatMessages.get(nadiasChat)?.at(-1)?.body).toBe("This gate?");
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  expect(field().value).toBe("This gate?");
});

test("what is typed while a reply is sent stays", async () => {
  const { user, db, sending, back } = await leaveWhileSending();
  await back();
  await user.type(field(), " Or the other?");
  sending.release();
  await waitFor(() => expect(attached()).toBeNull(), loadTimeout);
  expect(db.webChatMessages.get(nadiasChat)?.at(-1)?.body).toBe("This gate?");
  expect(field().value).toBe("Or the other?");
});

test("a reply that fails after the chat was left says so, and stays", async () => {
  const { sending, back } = await leaveWhileSending();
  const description = "Use PNG, JPEG or WebP files.";
  sending.fail(invalidFields([{ field: "photos", description }]));
  await screen.findByText("Couldn't reply to Nadia Holt.", {}, loadTimeout);
  screen.getByText(description);
  await back();
  expect([field().value, attached()?.getAttribute("alt")]).toEqual(["This gate?", "gate.jpg"]);
});

test("an undone reply whose photos are too many with those attached since is not sent", async () => {
  const { user, db } = openChats(openNadia);
  const attach = async (...names: string[]) => {
    const files = names.map((name) => new File(["pixels"], name, { type: "image/jpeg" }));
    await user.upload(await screen.findByLabelText("Attach a photo", {}, loadTimeout), files);
    for (const name of names) await screen.findByAltText(name, {}, loadTimeout);
  };
  const send = () => user.click(screen.getByRole("button", { name: "Send message" }));
  const last = () => db.webChatMessages.get(nadiasChat)?.at(-1);
  await attach("a.jpg", "b.jpg");
  await send();
  const undo = await screen.findByRole("button", { name: /^Undo/ }, loadTimeout);
  await attach("c.jpg", "d.jpg", "e.jpg");
  await user.click(undo);
  await screen.findByText("You can attach up to 3 photos.", {}, loadTimeout);
  await send();
  const first = screen.getByRole("button", { name: "Remove a.jpg" });
  expect(document.activeElement).toBe(first);
  expect(last()?.photos).toHaveLength(0);
  await user.click(first);
  await user.click(screen.getByRole("button", { name: "Remove b.jpg" }));
  await send();
  await waitFor(() => expect(last()?.photos).toHaveLength(3), loadTimeout);
});
