import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { EmailStatus } from "../../gen/parlor/v1/email_thread_pb";
import { createError } from "../../testing/fake-api/errors";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };

/** Opens a thread with its reply, in a company with the email option. */
async function openReply() {
  const app = visit("/email?id=thread-1", {
    prepare: ({ db }) => {
      for (const { user, entitlements } of db.accounts)
        if (user.id === "dana") entitlements.options.push(DashboardOption.OMNICHANNEL);
    },
  });
  await app.user.click(await screen.findByRole("button", { name: "Reply" }, loadTimeout));
  return { ...app, form: within(screen.getByRole("region", { name: "Your email" })) };
}

const pdf = (name: string) => new File(["%PDF-1.7"], name, { type: "application/pdf" });

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("attached files are listed, removed, sent and restored by undo", async () => {
  const { user, db, form } = await openReply();
  await user.upload(form.getByLabelText("Attach"), [pdf("Slip form.pdf"), pdf("Map.pdf")]);
  const files = await form.findByRole("list", { name: "Attached files" }, loadTimeout);
  await within(files).findByText("Slip form.pdf", {}, loadTimeout);
  await user.click(await form.findByRole("button", { name: "Remove Map.pdf" }, loadTimeout));
  await waitFor(() => expect(within(files).queryByText("Map.pdf")).toBeNull(), loadTimeout);
  await user.type(form.getByLabelText("Your email"), "The form is attached.");
  await user.click(form.getByRole("button", { name: "Send email" }));
  const undo = await screen.findByRole("button", { name: /^Undo/ }, loadTimeout);
  const sent = db.emailMessages.find(({ status }) => status === EmailStatus.SCHEDULED);
  expect(sent?.attachments.map(({ name }) => name)).toEqual(["Slip form.pdf"]);
  await user.click(undo);
  const again = within(await screen.findByRole("region", { name: "Your email" }, loadTimeout));
  again.getByRole("button", { name: "Remove Slip form.pdf" });
});

test("a refused file shows the reason, and the others are kept", async () => {
  const { user, db, form } = await openReply();
  await user.upload(form.getByLabelText("Attach"), pdf("Slip form.pdf"));
  await form.findByRole("button", { name: "Remove Slip form.pdf" }, loadTimeout);
  const picture = new File(["broken"], "photo.png", { type: "image/png" });
  await user.upload(form.getByLabelText("Attach"), picture);
  await form.findByText(/^photo.png wasn't attached. Attach a PDF, PNG/, {}, loadTimeout);
  const large = new File([new Uint8Array(5 * 1024 ** 2 + 1)], "large.pdf");
  await user.upload(form.getByLabelText("Attach"), large);
  await form.findByText("large.pdf wasn't attached. Files can be up to 5 MB.", {}, loadTimeout);
  const words = "This email has 10 files. Remove one to attach another.";
  const error = createError(Code.FailedPrecondition, "TOO_MANY_EMAIL_ATTACHMENTS", words);
  db.failingMethods.set("AddEmailAttachment", error);
  await user.upload(form.getByLabelText("Attach"), pdf("Eleventh.pdf"));
  await form.findByText(/^Eleventh.pdf wasn't attached/, {}, loadTimeout);
  form.getByRole("button", { name: "Remove Slip form.pdf" });
});
