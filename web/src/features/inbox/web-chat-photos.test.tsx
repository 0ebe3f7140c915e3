// Photos in web chats: those of the visitor, and those that staff send back.

import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { WebChatPhotoSchema, WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import type { Db } from "../../testing/fake-api/db";
import { createError } from "../../testing/fake-api/errors";
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
