// Emails in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  EmailKind,
  EmailMessageSchema,
  EmailStatus,
  EmailThreadSchema,
  EmailThreadState,
} from "../../../gen/parlor/v1/email_thread_pb";
import { EmailThreadService } from "../../../gen/parlor/v1/email_thread_service_pb";
import { IncomingEmailService } from "../../../gen/parlor/v1/incoming_email_service_pb";
import type { Db } from "../db";
import { createEmailLookup } from "../email-lookup";
import { fullName, requireAccount } from "../lookup";
import { addNote, deleteNote, listNotes } from "../notes";
import { registerMailboxHandlers } from "./mailboxes";
import { registerOutgoingHandlers } from "./outgoing-emails";

function registerThreadHandlers(router: ConnectRouter, db: Db): void {
  const lookup = createEmailLookup(db);
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

export function registerEmailHandlers(router: ConnectRouter, db: Db): void {
  const lookup = createEmailLookup(db);
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
