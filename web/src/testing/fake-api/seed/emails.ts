// The outbox of the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Mail, MailSchema, MailStatus } from "../../../gen/parlor/v1/mail_service_pb";

export function createEmails(now: number): Mail[] {
  return [
    create(MailSchema, {
      id: "mail-1",
      to: "kim@wickhamrowe.example",
      subject: "Welcome to Parlor",
      status: MailStatus.KEPT,
      createdAt: timestampFromMs(now),
    }),
    create(MailSchema, {
      id: "mail-2",
      to: "priya@home.example",
      subject: "About your question",
      body: "A doorbell camera is fine.",
      status: MailStatus.FAILED,
      problem: "The mail server does not know this address.",
      createdAt: timestampFromMs(now - 60_000),
    }),
  ];
}
