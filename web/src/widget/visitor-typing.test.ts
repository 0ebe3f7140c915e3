import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openChat } from "../testing/visitor-chat";
import { chatOf, message } from "../testing/web-chat-samples";
import { CallError } from "./calls";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("typing is reported every few seconds, and once more when the field is empty", async () => {
  const { visitor, calls, storage } = openChat(chatOf([message("VISITOR", "Hello")]));
  storage.writeToken("1".repeat(64));
  await visitor.load();
  const reports = () => calls.reportTyping.mock.calls.map(([, hasStopped]) => hasStopped);
  visitor.keepDraft("I");
  visitor.keepDraft("Is");
  expect(reports()).toEqual([false]);
  vi.advanceTimersByTime(4_000);
  visitor.keepDraft("Is it");
  expect(reports()).toEqual([false, false]);
  visitor.keepDraft("");
  visitor.keepDraft(" ");
  expect(reports()).toEqual([false, false, true]);
  expect(calls.reportTyping.mock.calls[0]?.[0]).toBe("1".repeat(64));
  visitor.stop();
});

test("typing is not reported before there is a chat, and a report that fails changes nothing", async () => {
  const { visitor, calls } = openChat();
  await visitor.load();
  visitor.keepDraft("Hello");
  expect(calls.reportTyping).not.toHaveBeenCalled();
  calls.reportTyping.mockRejectedValue(new CallError("limited"));
  visitor.send("Hello");
  await vi.advanceTimersByTimeAsync(0);
  visitor.keepDraft("Is anybody there?");
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.reportTyping).toHaveBeenCalledTimes(1);
  expect([visitor.draft, visitor.state.phase]).toEqual(["Is anybody there?", "ready"]);
  visitor.stop();
});
