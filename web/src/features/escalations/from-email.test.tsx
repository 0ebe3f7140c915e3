// Questions that came by email.

import { create } from "@bufbuild/protobuf";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { ResidentSchema } from "../../gen/parlor/v1/conversation_pb";
import { visit } from "../../testing/visit";

type Prepare = NonNullable<NonNullable<Parameters<typeof visit>[1]>["prepare"]>;

const id = "escalation-1";
const loadTimeout = { timeout: 60_000 };

/** Turns the first question into one that came by email. */
function byEmail({ db }: Parameters<Prepare>[0]) {
  const escalation = db.escalations.find((one) => one.id === id);
  const thread = db.emailThreads.find((one) =>
    db.emailMessages.some((email) => email.threadId === one.id),
  );
  const email = db.emailMessages.find((one) => one.threadId === thread?.id);
  for (const { entitlements } of db.accounts)
    entitlements.options.push(DashboardOption.OMNICHANNEL);
  if (!escalation || !thread || !email) throw new Error("The seed has no email");
  escalation.emailThreadId = thread.id;
  escalation.emailMessageId = email.id;
  escalation.conversationId = "";
  escalation.messageId = "";
  escalation.phone = "";
  escalation.resident = create(ResidentSchema, { email: thread.participantAddress });
  return { thread, email };
}

test("a question by email shows its thread and is answered by email", async () => {
  let shown: ReturnType<typeof byEmail> | undefined;
  const { user, db } = visit(`/escalations?id=${id}`, {
    prepare: (api) => {
      shown = byEmail(api);
    },
  });
  const address = shown?.thread.participantAddress ?? "";
  const thread = await screen.findByRole("region", { name: "Email thread" });
  await within(thread).findAllByRole("region", { name: /^Email from/ });
  await screen.findByRole("heading", { name: address });
  const notify = await screen.findByRole("region", { name: "Notify the homeowner" });
  await within(notify).findByText("by email, in the same thread");
  expect(within(notify).queryByRole("radio")).toBeNull();
  await within(notify).findByText(`To ${address} · “Re: ${shown?.thread.subject}”`);
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  await screen.findByText(/Sending the email in \d+ sec\./);
  const answered = db.escalations.find((one) => one.id === id);
  expect(answered?.notifyHomeownerData?.notificationType).toBe("email");
});

test("a note beside an emailed question is a note on its thread", async () => {
  let thread = "";
  const { user, db } = visit(`/escalations?id=${id}`, {
    prepare: (api) => {
      thread = byEmail(api).thread.id;
    },
  });
  await user.click(await screen.findByText("Notes", {}, loadTimeout));
  await user.type(screen.getByLabelText("New note"), "Called the owner");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  const notes = within(screen.getByRole("list", { name: "Notes" }));
  await notes.findByText("Called the owner", {}, loadTimeout);
  expect(db.notes.get(thread)?.map(({ body }) => body)).toEqual(["Called the owner"]);
});

test("the list marks questions that came by email", async () => {
  visit(`/escalations?id=${id}`, { prepare: (api) => void byEmail(api) });
  const row = await screen.findByRole("link", { current: true });
  expect(within(row).getByText("Email")).toBeTruthy();
});
