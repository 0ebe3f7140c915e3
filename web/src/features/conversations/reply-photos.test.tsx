// Photos of a reply by text, on the page of conversations and in the inbox.

import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { createError, invalidFields } from "../../testing/fake-api/errors";
import { holdMethod } from "../../testing/hold-method";
import { article, loadTimeout, open, type Prepare, priya } from "../../testing/open-conversation";
import { allow, callsOf, visit } from "../../testing/visit";

const file = new File(["pixels"], "gate.jpg", { type: "image/jpeg" });
const url = `data:image/jpeg;base64,${btoa("pixels")}`;
const notSupported = "Texts from this number can't have photos.";

type App = ReturnType<typeof visit>;

const picker = () => screen.findByLabelText("Attach a photo", {}, loadTimeout);
const attached = () => screen.queryByAltText("gate.jpg");
const send = () => screen.getByRole("button", { name: "Send text" });
const field = () => screen.getByLabelText<HTMLTextAreaElement>("Your reply");
const last = ({ db }: App) => db.messages.get(priya)?.at(-1);

async function attach({ user }: App) {
  await user.upload(await picker(), file);
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
}

/** Opens Priya's conversation with a photo attached to the reply. */
async function openWithPhoto(prepare?: Prepare) {
  const app = open(prepare);
  await attach(app);
  return app;
}

/** Opens the next conversation. */
async function leave({ user, location }: ReturnType<typeof open>) {
  (await article()).focus();
  await user.keyboard("{Escape}j");
  await waitFor(() => expect(location.path).not.toContain(priya));
  await waitFor(() => expect(attached()).toBeNull(), loadTimeout);
}

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("a reply is sent with its photo, which the thread shows, and undo brings both back", async () => {
  const app = await openWithPhoto();
  const { user } = app;
  await user.type(field(), "This gate?");
  await user.click(send());
  await within(await article()).findByRole("button", { name: /^View photo from / }, loadTimeout);
  expect([last(app)?.body, last(app)?.photos[0]?.url]).toEqual(["This gate?", url]);
  expect(attached()).toBeNull();
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  expect(field().value).toBe("This gate?");
});

test("a photo is sent without words, and comes back when the text is canceled in the thread", async () => {
  const app = await openWithPhoto();
  const { user } = app;
  await user.click(send());
  const log = within(await screen.findByRole("log"));
  const cancel = await log.findByRole("button", { name: "Cancel sending" }, loadTimeout);
  expect(last(app)?.photos).toHaveLength(1);
  expect(log.queryByText("(photo)")).toBeNull();
  await user.click(cancel);
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  expect(field().value).toBe("");
});

test("an undone reply whose photos are too many with those attached since is not sent", async () => {
  const app = open();
  const { user } = app;
  const named = (name: string) => new File(["pixels"], name, { type: "image/jpeg" });
  await user.upload(await picker(), [named("a.jpg"), named("b.jpg")]);
  await screen.findByAltText("b.jpg", {}, loadTimeout);
  await user.click(send());
  const undo = await screen.findByRole("button", { name: /^Undo/ }, loadTimeout);
  await user.upload(await picker(), [named("c.jpg"), named("d.jpg")]);
  await screen.findByAltText("d.jpg", {}, loadTimeout);
  await user.click(undo);
  await screen.findByText("You can attach up to 3 photos.", {}, loadTimeout);
  await user.click(send());
  const first = screen.getByRole("button", { name: "Remove a.jpg" });
  expect(document.activeElement).toBe(first);
  await user.click(first);
  await user.click(send());
  await waitFor(() => expect(last(app)?.photos).toHaveLength(3), loadTimeout);
});

test("an unsent photo stays with its conversation, and is not part of a note", async () => {
  const app = await openWithPhoto();
  const { user } = app;
  await user.click(screen.getByRole("radio", { name: "Note" }));
  expect(attached()).toBeNull();
  expect(screen.queryByLabelText("Attach a photo")).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Reply" }));
  await screen.findByAltText("gate.jpg");
  await leave(app);
  await user.keyboard("k");
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
});

test("a number whose carrier sends no photos says so before one is attached", async () => {
  open(({ db }) => {
    db.canTextPhotos = false;
  });
  await screen.findByText(notSupported, {}, loadTimeout);
  expect(await picker()).toHaveProperty("disabled", true);
});

test("photos that the number can no longer send are refused, and can be removed", async () => {
  const app = await openWithPhoto();
  const { user, db } = app;
  db.canTextPhotos = false;
  await user.type(field(), "This gate?");
  await user.click(send());
  // The server refuses them, and the screen then knows why.
  await screen.findByText(/^These photos can't be sent\./, {}, loadTimeout);
  await screen.findByText(`${notSupported} Remove them.`, {}, loadTimeout);
  const replies = () => callsOf(app).filter((method) => method === "SendReply").length;
  await user.click(send());
  const remove = screen.getByRole("button", { name: "Remove gate.jpg" });
  expect(document.activeElement).toBe(remove);
  expect(replies()).toBe(1);
  await user.click(remove);
  await user.click(send());
  await waitFor(() => expect(last(app)?.body).toBe("This gate?"), loadTimeout);
});

test("a refused photo is explained, and stays with the reply", async () => {
  const description = "Use PNG, JPEG or WebP files.";
  const { user, db } = await openWithPhoto();
  db.failingMethods.set("SendReply", invalidFields([{ field: "photos", description }]));
  await user.click(send());
  await screen.findByText(description, {}, loadTimeout);
  expect(attached()).not.toBeNull();
});

test("a lost connection says that the text is saved, but not the photos", async () => {
  const { user, db } = await openWithPhoto();
  db.failingMethods.set("SendReply", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  await user.type(field(), "This gate?");
  await user.click(send());
  await screen.findByText(
    "Can't reach the server. Check your connection. Your text is saved on this computer, but your photos aren't.",
    {},
    loadTimeout,
  );
  await user.click(screen.getByRole("button", { name: "Remove gate.jpg" }));
  await screen.findByText(/Your work is saved on this computer\.$/, {}, loadTimeout);
});

test("a reply is cleared once it is sent, though its conversation was left, and undo brings it back", async () => {
  const app = await openWithPhoto();
  const { user, db } = app;
  const sending = holdMethod(db, "SendReply");
  await user.type(field(), "This gate?");
  await user.click(send());
  await leave(app);
  await user.keyboard("k");
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  expect(send().getAttribute("data-pending")).toBe("true");
  await leave(app);
  sending.release();
  const undo = await screen.findByRole("button", { name: /^Undo/ }, loadTimeout);
  await user.keyboard("k");
  await within(await article()).findByRole("button", { name: /^View photo from / }, loadTimeout);
  expect([field().value, attached()]).toEqual(["", null]);
  await user.click(undo);
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  expect(field().value).toBe("This gate?");
});

test("what is typed while a reply is sent stays", async () => {
  const app = await openWithPhoto();
  const { user, db } = app;
  const sending = holdMethod(db, "SendReply");
  await user.type(field(), "This gate?");
  await user.click(send());
  await user.type(field(), " Or the other?");
  sending.release();
  await waitFor(() => expect(attached()).toBeNull(), loadTimeout);
  expect(last(app)?.body).toBe("This gate?");
  expect(field().value).toBe("Or the other?");
});

test("a reply that fails after its conversation was left says so, and stays", async () => {
  const app = await openWithPhoto();
  const { user, db } = app;
  const sending = holdMethod(db, "SendReply");
  await user.type(field(), "This gate?");
  await user.click(send());
  await leave(app);
  const description = "Use PNG, JPEG or WebP files.";
  sending.fail(invalidFields([{ field: "photos", description }]));
  await screen.findByText(/^Couldn't text Priya Raman/, {}, loadTimeout);
  screen.getByText(description);
  await user.keyboard("k");
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  expect(field().value).toBe("This gate?");
});

test("a note is cleared once it is added, though its conversation was left", async () => {
  const app = open();
  const { user, db } = app;
  const adding = holdMethod(db, "AddNote");
  await user.click(await screen.findByRole("radio", { name: "Note" }, loadTimeout));
  await user.type(screen.getByLabelText("Your note"), "Called her.");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await leave(app);
  adding.release();
  await waitFor(() => expect(db.notes.get(priya)).toHaveLength(1), loadTimeout);
  await user.keyboard("k");
  await article();
  await user.click(await screen.findByRole("radio", { name: "Note" }, loadTimeout));
  const note = screen.getByLabelText<HTMLTextAreaElement>("Your note");
  await waitFor(() => expect(note.value).toBe(""));
});

test("the inbox sends photos with a reply by text", async () => {
  const app = visit(`/omnichannel?text=${priya}`, {
    as: "ines",
    prepare: allow(DashboardOption.OMNICHANNEL),
  });
  await attach(app);
  await app.user.click(send());
  await waitFor(() => expect(last(app)?.photos[0]?.url).toBe(url), loadTimeout);
});
