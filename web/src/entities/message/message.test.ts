import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { MessageSchema, MessageStatus } from "../../gen/parlor/v1/conversation_pb";
import { isFailed, toThreadMessage } from "./message";

const morning = new Date(2026, 2, 3, 9, 0);

test("a text that waits for the end of quiet hours says when it is sent", () => {
  const held = create(MessageSchema, {
    status: MessageStatus.HELD_QUIET_HOURS,
    sendsAt: timestampFromDate(morning),
  });
  const shown = toThreadMessage(held, "Amina");
  expect(shown.status).toBe("Scheduled for the morning · 9:00 AM");
  expect([shown.draft, isFailed(held.status)]).toEqual([true, false]);
});

test("other texts show only their status", () => {
  const queued = create(MessageSchema, { status: MessageStatus.QUEUED });
  expect(toThreadMessage(queued, "Amina").status).toBe("Sending");
});
