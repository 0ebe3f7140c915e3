// What the user does while an email is being sent.

import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { EmailStatus } from "../../gen/parlor/v1/email_thread_pb";
import { createError } from "../../testing/fake-api/errors";
import { holdMethod } from "../../testing/hold-method";
import { joan, list, loadTimeout, openEmail } from "../../testing/open-email";

const field = () =>
  screen.getByLabelText<HTMLTextAreaElement>("Your email", { selector: "textarea" });

/** Presses Send in a reply to Joan Marsh. The server does not respond yet. */
async function sendReply() {
  const app = openEmail("?id=thread-1");
  const { user, db } = app;
  const sending = holdMethod(db, "SendEmailDraft");
  await joan();
  await user.click(await screen.findByRole("button", { name: "Reply" }, loadTimeout));
  await user.type(field(), "Thank you.");
  await user.click(screen.getByRole("button", { name: "Send email" }));
  const stored = () => db.emailMessages.find(({ text }) => text === "Thank you.");
  await waitFor(() => expect(stored()).toBeDefined(), loadTimeout);
  return { ...app, sending, stored };
}

/** Opens another email. */
async function leave(user: ReturnType<typeof openEmail>["user"]) {
  await user.click(within(await list()).getByRole("link", { name: /Ruth Amsel/ }));
  await waitFor(() => expect(screen.queryByText("Thank you.")).toBeNull(), loadTimeout);
}

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("an email can't be changed while it is being sent, so that nothing typed is lost", async () => {
  const { user, sending, stored } = await sendReply();
  await user.type(field(), " Bye.");
  await user.type(screen.getByLabelText("To"), ", marcus@mail.example");
  expect(field().value).toBe("Thank you.");
  sending.release();
  await screen.findByText("Email to Joan Marsh.", {}, loadTimeout);
  expect(stored()?.to).toEqual(["joan.marsh@mail.example"]);
});

test("an email that is refused can be changed again", async () => {
  const { user, sending } = await sendReply();
  sending.fail(createError(Code.Unavailable, "UNAVAILABLE", "Try again."));
  await screen.findByRole("alert", {}, loadTimeout);
  await user.type(field(), " Bye.");
  expect(field().value).toBe("Thank you. Bye.");
});

test("an email that fails after its thread was left says so, and stays a draft", async () => {
  const { user, sending, stored } = await sendReply();
  await leave(user);
  sending.fail(createError(Code.Unavailable, "UNAVAILABLE", "Try again."));
  await screen.findByText("Couldn't email Joan Marsh.", {}, loadTimeout);
  expect(stored()?.status).toBe(EmailStatus.DRAFT);
});

test("a new email that is sent after its page was left doesn't return to it", async () => {
  const { user, db, location } = openEmail("?id=thread-1");
  const sending = holdMethod(db, "SendEmailDraft");
  await joan();
  const [compose] = await screen.findAllByRole("button", { name: /^New email/ }, loadTimeout);
  await user.click(compose as HTMLElement);
  await user.type(await screen.findByLabelText("To", {}, loadTimeout), "joan@mail.example");
  await user.type(screen.getByLabelText("Subject"), "Gate");
  await user.type(field(), "It is 4711.");
  await user.click(screen.getByRole("button", { name: "Send email" }));
  await user.click(screen.getByRole("link", { name: /^Escalations/ }));
  await waitFor(() => expect(location.path).toContain("/escalations"), loadTimeout);
  sending.release();
  await screen.findByText("Email to joan@mail.example.", {}, loadTimeout);
  expect(location.path).toContain("/escalations");
});
