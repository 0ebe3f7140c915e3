// Mailboxes in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { EmailStatus, EmailThreadState } from "../../../gen/parlor/v1/email_thread_pb";
import { MailboxKind, MailboxSchema } from "../../../gen/parlor/v1/mailbox_pb";
import { MailboxService } from "../../../gen/parlor/v1/mailbox_service_pb";
import type { Db } from "../db";
import { createEmailLookup } from "../email-lookup";
import { createError } from "../errors";

/** The fake mail server accepts a single password. */
function testServer(password: string): void {
  if (password === "sesame") return;
  const words = "Nothing was saved. The mail server didn't accept the user name and password: No.";
  throw createError(Code.FailedPrecondition, "MAILBOX_TEST_FAILED", words);
}

export function registerMailboxHandlers(router: ConnectRouter, db: Db): void {
  const lookup = createEmailLookup(db);
  const shown = (id: string) => {
    const inbox = db.emailThreads.filter(
      (one) => one.mailboxId === id && one.state === EmailThreadState.OPEN && one.isUnread,
    );
    const of = (status: EmailStatus) =>
      db.emailMessages.filter((one) => one.mailboxId === id && one.status === status).length;
    return {
      unreadCount: inbox.length,
      draftCount: of(EmailStatus.DRAFT),
      scheduledCount: of(EmailStatus.SCHEDULED),
    };
  };
  router.service(MailboxService, {
    listMailboxes() {
      return { mailboxes: db.mailboxes.map((one) => ({ ...one, ...shown(one.id) })) };
    },
    createMailbox({ communityId, address, displayName, signature, imap, imapPassword }) {
      if (db.mailboxes.some((one) => one.address === address))
        throw createError(Code.AlreadyExists, "MAILBOX_ADDRESS_TAKEN", "Taken.");
      if (imap) testServer(imapPassword);
      const kind = imap ? MailboxKind.IMAP : MailboxKind.EMBEDDED;
      const fields = {
        communityId,
        address,
        displayName,
        signature,
        kind,
        ...(imap ? { imap } : {}),
      };
      const mailbox = create(MailboxSchema, { id: db.id("mailbox"), ...fields });
      db.mailboxes.push(mailbox);
      return { mailbox };
    },
    updateMailbox({ id, displayName, signature, imap, imapPassword }) {
      const mailbox = lookup.mailbox(id);
      mailbox.displayName = displayName ?? mailbox.displayName;
      mailbox.signature = signature ?? mailbox.signature;
      if (imapPassword) testServer(imapPassword);
      if (imap) mailbox.imap = imap;
      return { mailbox: clone(MailboxSchema, mailbox) };
    },
    deleteMailbox({ id }) {
      db.mailboxes.splice(db.mailboxes.indexOf(lookup.mailbox(id)), 1);
      return {};
    },
  });
}
