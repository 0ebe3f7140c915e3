// Photos of an answer.

import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { createError, invalidFields } from "../../testing/fake-api/errors";
import { callsOf, visit } from "../../testing/visit";
import { escalateNadiasQuestion, nadiasChat } from "../../testing/web-chats";

const priya = "/escalations?id=escalation-1";
const loadTimeout = { timeout: 60_000 };
const file = new File(["pixels"], "gate.jpg", { type: "image/jpeg" });
const url = `data:image/jpeg;base64,${btoa("pixels")}`;
const linked = "The email has links to the photos, which work for 7 days.";

type Options = NonNullable<Parameters<typeof visit>[1]>;

const picker = () => screen.findByLabelText("Attach a photo", {}, loadTimeout);
const attached = () => screen.queryByAltText("gate.jpg");
const send = () => screen.getByRole("button", { name: /^Answer.* notify$/ });

/** Opens Priya's question with a photo attached to its answer. */
async function attach(options: Options = {}) {
  const page = visit(priya, options);
  await page.user.upload(await picker(), file);
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
  return page;
}

/** Returns the last text to Priya. */
function lastText({ db }: ReturnType<typeof visit>) {
  const asked = db.escalations.find(({ id }) => id === "escalation-1");
  return db.messages.get(asked?.conversationId ?? "")?.at(-1);
}

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("an answer by text is sent with its photo, and undo brings both back", async () => {
  const page = await attach();
  await page.user.click(send());
  await waitFor(() => expect(lastText(page)?.photos[0]?.url).toBe(url), loadTimeout);
  expect(attached()).toBeNull();
  await page.user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
});

test("attaching a photo claims the escalation, as typing does", async () => {
  const { db } = await attach();
  const claimedBy = () => db.escalations.find(({ id }) => id === "escalation-1")?.claimedById;
  await waitFor(() => expect(claimedBy()).toBe("dana"), loadTimeout);
  expect(callsOf({ db }).filter((method) => method === "ClaimEscalation")).toHaveLength(1);
});

test("photos stay with their escalation while another one is shown", async () => {
  const { user } = await attach();
  screen.getByRole("article", { name: /Priya Raman/ }).focus();
  await user.keyboard("j");
  await waitFor(() => expect(attached()).toBeNull(), loadTimeout);
  await user.keyboard("k");
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
});

test("an answer in a web chat is sent with its photo", async () => {
  const { user, db } = await attach({
    prepare: (api) => escalateNadiasQuestion(api.db, "escalation-1"),
  });
  await user.click(send());
  const sent = () => db.webChatMessages.get(nadiasChat)?.at(-1);
  await waitFor(() => expect(sent()?.photos[0]?.url).toBe(url), loadTimeout);
});

test("photos of an email to a resident who texted are links", async () => {
  const { user } = await attach();
  expect(screen.queryByText(linked)).toBeNull();
  const notify = within(await screen.findByRole("region", { name: "Notify the homeowner" }));
  await user.click(await notify.findByRole("radio", { name: "Email" }));
  await screen.findByText(linked);
});

test("a number whose carrier sends no photos says so, and an answer has none", async () => {
  const { db } = visit(priya, {
    prepare: (api) => {
      api.db.canTextPhotos = false;
    },
  });
  await screen.findByText("Texts from this number can't have photos.", {}, loadTimeout);
  expect(await picker()).toHaveProperty("disabled", true);
  expect(callsOf({ db })).not.toContain("AnswerEscalation");
});

test("attached photos that the channel can't have are not sent", async () => {
  const { user, db } = await attach();
  db.canTextPhotos = false;
  await user.type(screen.getByLabelText("Your answer"), " Like this.");
  const words = "Texts from this number can't have photos. Remove them, or notify by email.";
  await screen.findByText(words, {}, loadTimeout);
  await user.click(send());
  const remove = screen.getByRole("button", { name: "Remove gate.jpg" });
  expect(document.activeElement).toBe(remove);
  expect(callsOf({ db })).not.toContain("AnswerEscalation");
  await user.click(remove);
  await user.click(send());
  await waitFor(() => expect(callsOf({ db })).toContain("AnswerEscalation"), loadTimeout);
});

test("without a notice to the homeowner, photos are not sent", async () => {
  const page = await attach();
  await page.user.click(screen.getByRole("checkbox", { name: "Notify homeowner" }));
  screen.getByText("The photos are only sent if you notify the homeowner.");
  expect(screen.queryByLabelText("Attach a photo")).toBeNull();
  await page.user.click(screen.getByRole("button", { name: "Answer and train" }));
  await waitFor(() => expect(callsOf(page)).toContain("AnswerEscalation"), loadTimeout);
  expect(lastText(page)?.photos).toHaveLength(0);
});

test("a refused photo is explained, and the answer and its photos are back", async () => {
  const description = "Use PNG, JPEG or WebP files.";
  const refused = invalidFields([{ field: "photos", description }]);
  const { user, db } = await attach();
  db.failingMethods.set("AnswerEscalation", refused);
  await user.click(send());
  await screen.findByText("These photos can't be sent.", {}, loadTimeout);
  screen.getByText(description);
  await screen.findByAltText("gate.jpg", {}, loadTimeout);
});

test("a lost connection says that the answer is saved, but not its photos", async () => {
  const { user, db } = await attach();
  db.failingMethods.set("AnswerEscalation", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  await user.click(send());
  await screen.findByText("Can't reach the server.", {}, loadTimeout);
  screen.getByText(/but your photos aren't\.$/);
});
