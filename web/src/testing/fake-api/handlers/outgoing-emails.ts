// Drafts and sent emails in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  EmailAttachmentSchema,
  type EmailMessage,
  EmailMessageSchema,
  EmailStatus,
} from "../../../gen/parlor/v1/email_thread_pb";
import { OutgoingEmailService } from "../../../gen/parlor/v1/outgoing_email_service_pb";
import type { Db } from "../db";
import { createEmailLookup } from "../email-lookup";
import { createError, fieldError } from "../errors";

const undoTime = 10_000;

export function registerOutgoingHandlers(router: ConnectRouter, db: Db): void {
  const lookup = createEmailLookup(db);
  const copy = (message: EmailMessage) => ({ message: clone(EmailMessageSchema, message) });
  const requireStatus = (message: EmailMessage, status: EmailStatus) => {
    if (message.status !== status)
      throw createError(Code.FailedPrecondition, "EMAIL_ALREADY_SENT", "Already sent.");
    return message;
  };
  router.service(OutgoingEmailService, {
    listOutgoingEmails({ mailboxId, status }) {
      const messages = db.emailMessages.filter(
        (one) => one.status === status && (!mailboxId || one.mailboxId === mailboxId),
      );
      return { messages: messages.map((one) => clone(EmailMessageSchema, one)).reverse() };
    },
    saveEmailDraft({ id, mailboxId, threadId, to, cc, subject, text }) {
      const mailbox = lookup.mailbox(mailboxId);
      const wrong = to.find((address) => !address.includes("@"));
      if (wrong) throw fieldError("to", `"${wrong}" is not an email address.`);
      const draft = id
        ? requireStatus(lookup.message(id), EmailStatus.DRAFT)
        : create(EmailMessageSchema, { id: db.id("email"), status: EmailStatus.DRAFT });
      if (!id) db.emailMessages.push(draft);
      const thread = db.emailThreads.find((one) => one.id === threadId);
      const fields = { mailboxId, threadId, to, cc, text, fromAddress: mailbox.address };
      const at = timestampFromMs(db.now());
      Object.assign(draft, { ...fields, at, subject: subject || (thread?.subject ?? "") });
      return copy(draft);
    },
    addEmailAttachment({ id, name, data }) {
      const draft = requireStatus(lookup.message(id), EmailStatus.DRAFT);
      if (!data.startsWith("data:application/pdf"))
        throw fieldError("data", "Attach a PDF, PNG, JPEG, WebP or DOCX file.");
      const position = (draft.attachments.at(-1)?.position ?? -1) + 1;
      const sizeBytes = BigInt(data.length);
      const file = { name, mediaType: "application/pdf", sizeBytes, url: "/files/2", position };
      draft.attachments.push(create(EmailAttachmentSchema, file));
      return copy(draft);
    },
    removeEmailAttachment({ id, position }) {
      const draft = requireStatus(lookup.message(id), EmailStatus.DRAFT);
      draft.attachments = draft.attachments.filter((one) => one.position !== position);
      return copy(draft);
    },
    discardEmailDraft({ id }) {
      const draft = requireStatus(lookup.message(id), EmailStatus.DRAFT);
      db.emailMessages.splice(db.emailMessages.indexOf(draft), 1);
      return {};
    },
    sendEmailDraft({ id, sendAt }) {
      const draft = requireStatus(lookup.message(id), EmailStatus.DRAFT);
      if (draft.to.length === 0) throw fieldError("to", "Add a recipient.");
      if (!draft.subject) throw fieldError("subject", "Enter a subject.");
      draft.status = EmailStatus.SCHEDULED;
      draft.sendAt = sendAt ?? timestampFromMs(db.now() + undoTime);
      return copy(draft);
    },
    cancelEmail({ id }) {
      const scheduled = requireStatus(lookup.message(id), EmailStatus.SCHEDULED);
      scheduled.status = EmailStatus.DRAFT;
      return copy(scheduled);
    },
  });
}
