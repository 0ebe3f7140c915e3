import { expect, test } from "vitest";
import { chatOf, message, readyState, settings } from "../testing/web-chat-samples";
import { type Event, initialState, needsEmail, openChoices, reduce, type State } from "./state";

const contact = { name: "", email: "" };
const outgoing = { key: "k1", body: "Hello", contact };

function after(state: State, ...events: Event[]): State {
  return events.reduce(reduce, state);
}

test("messages are in the order of their times, each once", () => {
  const state = after(
    readyState(),
    { type: "received", chat: chatOf([message("VISITOR", "one", 0), message("BOT", "three", 2)]) },
    { type: "received", chat: chatOf([message("STAFF", "two", 1), message("BOT", "three", 2)]) },
  );
  expect(state.messages.map(({ body }) => body)).toEqual(["one", "two", "three"]);
});

test("a sent message keeps its key, also after it is received again", () => {
  const stored = message("VISITOR", "Hello");
  const state = after(
    readyState({ hasChat: true }),
    { type: "written", message: outgoing },
    { type: "sent", key: "k1", message: stored },
    { type: "received", chat: chatOf([stored, message("BOT", "Hi", 1)]) },
  );
  expect(state.outgoing).toEqual([]);
  expect(state.messages.map(({ body, key }) => [body, key])).toEqual([
    ["Hello", "k1"],
    ["Hi", undefined],
  ]);
});

test("the first message begins the chat", () => {
  const state = after(
    readyState(),
    { type: "written", message: outgoing },
    { type: "started", key: "k1", chat: chatOf([message("VISITOR", "Hello")]) },
  );
  expect(state).toMatchObject({ hasChat: true, outgoing: [], unreadCount: 0 });
  expect(state.messages[0]?.key).toBe("k1");
});

test("a message that an older chat lacks is still to be sent", () => {
  const state = after(
    readyState(),
    { type: "written", message: outgoing },
    { type: "started", key: "k1", chat: chatOf([message("VISITOR", "Good morning")]) },
  );
  expect(state).toMatchObject({ hasChat: true, outgoing: [outgoing] });
});

test("another photo without words than that of an older chat is still to be sent", () => {
  const added = { ...outgoing, body: "", photos: ["data:image/jpeg;base64,AA=="] };
  const stored = { ...message("VISITOR", ""), photos: [] };
  const photo = { _id: "p", url: "/files/p", thumbnailUrl: "/files/p-small" };
  const start = after(readyState(), { type: "written", message: added });
  const begun = (photos: (typeof photo)[]): Event => {
    return { type: "started", key: "k1", chat: chatOf([{ ...stored, photos }]) };
  };
  expect(after(start, begun([photo])).outgoing).toEqual([]);
  expect(after(start, begun([photo, photo])).outgoing).toEqual([added]);
});

test("messages of others are unread while there is only the button", () => {
  const opened = { type: "opened", opened: { widget: settings, chat: chatOf([]) } } as const;
  const start = after(initialState, opened);
  expect(start.unreadCount).toBe(0);
  const chat = chatOf([message("VISITOR", "one", 1), message("STAFF", "two", 2)]);
  const unread = after(start, { type: "received", chat });
  expect(unread.unreadCount).toBe(1);
  expect(after(unread, { type: "expanded" }).unreadCount).toBe(0);
  expect(after(start, { type: "expanded" }, { type: "received", chat }).unreadCount).toBe(0);
});

test("messages that are there when the page opens are not unread", () => {
  const chat = chatOf([message("BOT", "one")]);
  const state = after(initialState, { type: "opened", opened: { widget: settings, chat } });
  expect(state).toMatchObject({ hasChat: true, unreadCount: 0, phase: "ready" });
});

test("a failure marks the message, and a retry sends all again", () => {
  const failed = after(
    readyState({ hasChat: true }),
    { type: "written", message: outgoing },
    { type: "written", message: { ...outgoing, key: "k2" } },
    { type: "refused", key: "k1", kind: "unreachable", field: "" },
  );
  expect(failed.outgoing.map(({ failure }) => failure)).toEqual(["unreachable", undefined]);
  const retried = after(failed, { type: "retried" });
  expect(retried.outgoing.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  expect(after(failed, { type: "withdrawn", key: "k1" }).outgoing).toHaveLength(1);
});

test("a chat that closed in the meantime asks for an email address", () => {
  const state = after(
    readyState(),
    { type: "written", message: outgoing },
    { type: "refused", key: "k1", kind: "invalid", field: "email" },
  );
  expect(state).toMatchObject({ outgoing: [], isEmailRefused: true });
  expect(needsEmail(state)).toBe(true);
  expect(after(state, { type: "written", message: outgoing }).isEmailRefused).toBe(false);
});

test("only the first message outside of office hours needs an email address", () => {
  const closed = readyState({ settings: { ...settings, isOpen: false } });
  expect(needsEmail(closed)).toBe(true);
  expect(needsEmail({ ...closed, hasChat: true })).toBe(false);
  expect(needsEmail(readyState())).toBe(false);
});

test("an expired chat leaves what was not sent", () => {
  const state = after(
    readyState({ hasChat: true, messages: [message("BOT", "Hi")], isExpanded: true, cursor: "c" }),
    { type: "written", message: outgoing },
    { type: "opened", opened: { widget: settings } },
  );
  expect(state).toMatchObject({ hasChat: false, messages: [], cursor: "", isExpanded: true });
  expect(state.outgoing).toEqual([outgoing]);
});

test("only the bot's last message has choices", () => {
  const asked = { ...message("BOT", "Which?"), choices: ["Pool", "Gym"] };
  const state = readyState({ hasChat: true, messages: [asked] });
  expect(openChoices(state)?.choices).toEqual(["Pool", "Gym"]);
  expect(openChoices({ ...state, outgoing: [outgoing] })).toBeUndefined();
  expect(
    openChoices({ ...state, messages: [asked, message("VISITOR", "Gym", 1)] }),
  ).toBeUndefined();
});

test("that staff are typing is unknown once a poll fails", () => {
  const typing = after(readyState({ hasChat: true }), {
    type: "received",
    chat: chatOf([], { isStaffWriting: true }),
  });
  expect(typing.isStaffWriting).toBe(true);
  expect(after(typing, { type: "pollFailed", kind: "unreachable" }).isStaffWriting).toBe(false);
});
