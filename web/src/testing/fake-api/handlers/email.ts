// Mailboxes and emails in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  EmailAttachmentSchema,
  EmailKind,
  type EmailMessage,
  EmailMessageSchema,
  EmailStatus,
  EmailThreadSchema,
  EmailThreadState,
} from "../../../gen/parlor/v1/email_thread_pb";
import { EmailThreadService } from "../../../gen/parlor/v1/email_thread_service_pb";
import { IncomingEmailService } from "../../../gen/parlor/v1/incoming_email_service_pb";
import { MailboxKind, MailboxSchema } from "../../../gen/parlor/v1/mailbox_pb";
import { MailboxService } from "../../../gen/parlor/v1/mailbox_service_pb";
import { OutgoingEmailService } from "../../../gen/parlor/v1/outgoing_email_service_pb";
import type { Db } from "../db";
import { createError, fieldError, notFound } from "../errors";
import { fullName, requireAccount } from "../lookup";
import { addNote, deleteNote, listNotes } from "../notes";

const undoTime = 10_000;

function createLookup(db: Db) {
  const find = <Item extends { id: string }>(items: readonly Item[], id: string): Item => {
    const found = items.find((one) => one.id === id);
    if (!found) throw notFound();
    return found;
  };
  return {
    mailbox(id: string) {
      return find(db.mailboxes, id);
    },
    thread(id: string) {
      return find(db.emailThreads, id);
    },
    message(id: string) {
      return find(db.emailMessages, id);
    },
  };
}

/** The fake mail server accepts a single password. */
function testServer(password: string): void {
  if (password === "sesame") return;
  const words = "Nothing was saved. The mail server didn't accept the user name and password: No.";
  throw createError(Code.FailedPrecondition, "MAILBOX_TEST_FAILED", words);
}

function registerMailboxHandlers(router: ConnectRouter, db: Db): void {
  const lookup = createLookup(db);
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

function registerThreadHandlers(router: ConnectRouter, db: Db): void {
  const lookup = createLookup(db);
  const answer = (id: string) => {
    const thread = db.emailThreads.find((one) => one.id === id);
    return thread ? { thread: clone(EmailThreadSchema, thread) } : {};
  };
  router.service(EmailThreadService, {
    listEmailThreads({ mailboxId, state, query }) {
      const has = (text: string) => text.toLowerCase().includes(query.toLowerCase());
      const threads = db.emailThreads.filter(
        (one) =>
          (!mailboxId || one.mailboxId === mailboxId) &&
          (!state || one.state === state) &&
          has(`${one.subject} ${one.participantName} ${one.snippet}`),
      );
      return { threads: threads.map((one) => clone(EmailThreadSchema, one)) };
    },
    listEmailAssignees(_, context) {
      const { user } = requireAccount(db, context);
      return { assignees: [{ id: user.id, name: fullName(user) }] };
    },
    getEmailThread({ id }) {
      const thread = lookup.thread(id);
      const all = db.emailMessages.filter((one) => one.threadId === id).reverse();
      const draft = all.find(({ status }) => status === EmailStatus.DRAFT);
      return {
        thread: clone(EmailThreadSchema, thread),
        messages: all
          .filter(({ status }) => status !== EmailStatus.DRAFT)
          .map((one) => clone(EmailMessageSchema, one)),
        ...(draft ? { draft: clone(EmailMessageSchema, draft) } : {}),
      };
    },
    markEmailThread({ id, isUnread }) {
      lookup.thread(id).isUnread = isUnread;
      return answer(id);
    },
    reportEmailTyping({ id, hasStopped }) {
      db.typing.push({ thread: lookup.thread(id).id, hasStopped });
      return {};
    },
    assignEmailThread({ id, assigneeId }) {
      const thread = lookup.thread(id);
      const user = db.accounts.find((account) => account.user.id === assigneeId)?.user;
      thread.assigneeId = assigneeId;
      thread.assigneeName = user ? fullName(user) : "";
      return answer(id);
    },
    changeEmailThreadState({ id, state, snoozedUntil }) {
      const thread = lookup.thread(id);
      thread.state = state;
      if (snoozedUntil) thread.snoozedUntil = snoozedUntil;
      return answer(id);
    },
    setEmailThreadPriority({ id, priority }) {
      lookup.thread(id).priority = priority;
      return answer(id);
    },
    loadEmailImages({ id }) {
      const { blockedImageCount } = lookup.message(id);
      const images = Array.from({ length: blockedImageCount }, (_, position) => ({
        position,
        // The last image can't be loaded.
        url: position < blockedImageCount - 1 ? `/files/image-${position}` : "",
      }));
      return { images };
    },
    listEmailNotes({ id }) {
      return { notes: listNotes(db, lookup.thread(id).id) };
    },
    addEmailNote({ id, body }, context) {
      return { note: addNote(db, lookup.thread(id).id, body, context) };
    },
    deleteEmailNote({ id, noteId }, context) {
      deleteNote(db, lookup.thread(id).id, noteId, context);
      return {};
    },
  });
}

function registerOutgoingHandlers(router: ConnectRouter, db: Db): void {
  const lookup = createLookup(db);
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

export function registerEmailHandlers(router: ConnectRouter, db: Db): void {
  const lookup = createLookup(db);
  registerMailboxHandlers(router, db);
  registerThreadHandlers(router, db);
  registerOutgoingHandlers(router, db);
  router.service(IncomingEmailService, {
    deliverTestEmail({ id, threadId, fromAddress, fromName, subject, text }) {
      const { communityId } = lookup.mailbox(id);
      const at = timestampFromMs(db.now());
      const thread = threadId
        ? lookup.thread(threadId)
        : create(EmailThreadSchema, { id: db.id("thread"), mailboxId: id, communityId, subject });
      if (!threadId) db.emailThreads.unshift(thread);
      Object.assign(thread, {
        participantAddress: fromAddress,
        participantName: fromName,
        snippet: text,
        isUnread: true,
        state: EmailThreadState.OPEN,
        kind: EmailKind.NORMAL,
        messageCount: thread.messageCount + 1,
        lastMessageAt: at,
      });
      const status = EmailStatus.RECEIVED;
      const fields = { threadId: thread.id, mailboxId: id, fromAddress, fromName, subject, text };
      db.emailMessages.push(
        create(EmailMessageSchema, { id: db.id("email"), status, at, ...fields }),
      );
      return { threadId: thread.id };
    },
  });
}
