// Mailboxes, emails and canned replies of the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { CannedReplySchema } from "../../../gen/parlor/v1/canned_reply_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import {
  EmailKind,
  EmailMessageSchema,
  EmailStatus,
  EmailThreadSchema,
  EmailThreadState,
} from "../../../gen/parlor/v1/email_thread_pb";
import { MailboxKind, MailboxSchema } from "../../../gen/parlor/v1/mailbox_pb";

const minute = 60_000;
const address = "office@harborrow.example";

export function createMailboxes(communities: readonly TextCommunity[], now: number) {
  return [
    create(MailboxSchema, {
      id: "mailbox-1",
      communityId: communities[0]?.id ?? "",
      communityLabel: communities[0]?.label ?? "",
      kind: MailboxKind.EMBEDDED,
      address,
      displayName: "Harbor Row office",
      signature: "The office",
      lastReceivedAt: timestampFromMs(now - 20 * minute),
      version: 1,
    }),
  ];
}

export function createCannedReplies() {
  return [
    create(CannedReplySchema, {
      id: "canned-reply-1",
      title: "We received it",
      shortcut: "received",
      body: "Hi {{first_name}}, we are looking into it for {{community_name}}. - {{staff_name}}",
    }),
    create(CannedReplySchema, {
      id: "canned-reply-2",
      title: "Who pays for repairs",
      shortcut: "repair-cost",
      body: "Hi {{first_name}}, the association pays. Is it in unit {{unit}}?",
    }),
  ];
}

export function createEmailThreads(communities: readonly TextCommunity[], now: number) {
  const common = {
    mailboxId: "mailbox-1",
    communityId: communities[0]?.id ?? "",
    communityLabel: communities[0]?.label ?? "",
    state: EmailThreadState.OPEN,
    version: 1,
  };
  return [
    create(EmailThreadSchema, {
      ...common,
      id: "thread-1",
      subject: "Dock slip transfer",
      participantAddress: "joan.marsh@mail.example",
      participantName: "Joan Marsh",
      unit: "88",
      snippet: "The form is signed.",
      isUnread: true,
      hasAttachments: true,
      kind: EmailKind.NORMAL,
      messageCount: 1,
      lastMessageAt: timestampFromMs(now - 20 * minute),
    }),
    create(EmailThreadSchema, {
      ...common,
      id: "thread-2",
      subject: "Automatic reply: Out of office",
      participantAddress: "ruth.amsel@mail.example",
      participantName: "Ruth Amsel",
      snippet: "I am traveling.",
      kind: EmailKind.AUTO_REPLY,
      messageCount: 1,
      lastMessageAt: timestampFromMs(now - 90 * minute),
    }),
  ];
}

export function createEmailMessages(now: number) {
  const common = {
    mailboxId: "mailbox-1",
    status: EmailStatus.RECEIVED,
    kind: EmailKind.NORMAL,
    to: [address],
  };
  return [
    create(EmailMessageSchema, {
      ...common,
      id: "email-1",
      threadId: "thread-1",
      fromAddress: "joan.marsh@mail.example",
      fromName: "Joan Marsh",
      subject: "Dock slip transfer",
      text: "The form is signed.",
      html: '<p>The <b>form</b> is signed.</p><img src="0" alt="Slip 12"><img src="1"><blockquote><p>Please sign it.</p></blockquote><a href="https://example.com/form">Form</a>',
      blockedImageCount: 2,
      attachments: [
        { name: "slip.pdf", mediaType: "application/pdf", sizeBytes: 421_888n, url: "/files/1" },
        { name: "video.mov", mediaType: "video/quicktime", sizeBytes: 12_000_000n, url: "" },
      ],
      at: timestampFromMs(now - 20 * minute),
    }),
    create(EmailMessageSchema, {
      ...common,
      id: "email-2",
      threadId: "thread-2",
      kind: EmailKind.AUTO_REPLY,
      fromAddress: "ruth.amsel@mail.example",
      fromName: "Ruth Amsel",
      subject: "Automatic reply: Out of office",
      text: "I am traveling.",
      quotedText: "> Hello Ruth",
      at: timestampFromMs(now - 90 * minute),
    }),
  ];
}
