import { screen, within } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { message, readyState, settings } from "../testing/web-chat-samples";
import type { State } from "./state";
import { createView, type ViewActions } from "./view";

afterEach(() => document.body.replaceChildren());

const now = () => new Date("2026-11-30T10:10:00Z");

function show(state: State, draft = "") {
  const actions = {
    send: vi.fn<ViewActions["send"]>(),
    keepDraft: vi.fn<ViewActions["keepDraft"]>(),
    choose: vi.fn<ViewActions["choose"]>(),
    retry: vi.fn<ViewActions["retry"]>(),
    edit: vi.fn<ViewActions["edit"]>(),
    saveContact: vi.fn<ViewActions["saveContact"]>(async () => undefined),
    reload: vi.fn<ViewActions["reload"]>(),
    close: vi.fn(),
  };
  const view = createView({ actions, draft, now });
  document.body.append(view.element);
  view.render(state);
  return { actions, view };
}

const field = () => screen.getByLabelText("Your message");

test("a visitor writes a message", async () => {
  const { actions } = show(readyState());
  expect(screen.getByRole("heading", { name: "Chat with Harbor Row" })).toBeTruthy();
  expect(screen.getByText("How can we help?")).toBeTruthy();
  await userEvent.type(field(), "  Hello{Shift>}{Enter}{/Shift}there {Enter}");
  expect(actions.send).toHaveBeenCalledWith("Hello\nthere", [], undefined);
  expect(actions.keepDraft).toHaveBeenLastCalledWith("");
  await userEvent.type(field(), "  {Enter}");
  expect(actions.send).toHaveBeenCalledTimes(1);
});

test("what was written before is still in the field", () => {
  show(readyState(), "Half a quest");
  expect(field()).toHaveProperty("value", "Half a quest");
});

test("messages have the names of their authors, and links of the office can be followed", () => {
  const link = "https://harbor-row.example/pool";
  const messages = [
    message("VISITOR", `Is ${link} right?`, 0),
    message("BOT", `See ${link}, or call (202) 555-0101.`, 1),
    message("STAFF", "<b>Yes</b>", 2),
  ];
  show(readyState({ hasChat: true, messages }));
  const log = within(screen.getByRole("log", { name: "Messages" }));
  expect(log.getByText(/^You · /)).toBeTruthy();
  expect(log.getByText(/^Automated answer · /)).toBeTruthy();
  expect(log.getByText(/^Harbor Row staff · /)).toBeTruthy();
  expect(log.getByText("<b>Yes</b>")).toBeTruthy();
  expect(log.getAllByRole("link").map((one) => one.getAttribute("href"))).toEqual([
    link,
    "tel:+12025550101",
  ]);
});

test("messages that are there already stay in the page", () => {
  const first = message("VISITOR", "Hello");
  const { view } = show(readyState({ hasChat: true, messages: [first] }));
  const bubble = screen.getByText("Hello");
  view.render(readyState({ hasChat: true, messages: [first, message("BOT", "Hi", 1)] }));
  expect(screen.getByText("Hello")).toBe(bubble);
  expect(screen.getByText("Hi")).toBeTruthy();
});

test("a sent message replaces nothing in the page", () => {
  const contact = { name: "", email: "" };
  const outgoing = [{ key: "k1", body: "Hello", contact }];
  const { view } = show(readyState({ hasChat: true, outgoing }));
  const bubble = screen.getByText("Hello");
  expect(screen.getByText("Sending…")).toBeTruthy();
  const messages = [{ ...message("VISITOR", "Hello"), key: "k1" }];
  view.render(readyState({ hasChat: true, messages }));
  expect(screen.getByText("Hello")).toBe(bubble);
  expect(screen.queryByText("Sending…")).toBeNull();
});

test("a message that was not sent can be sent again or edited", async () => {
  const contact = { name: "", email: "" };
  const failed = { key: "k1", body: "Hello", contact, failure: "unreachable" } as const;
  const { actions, view } = show(readyState({ outgoing: [failed] }));
  expect(screen.getByRole("alert").textContent).toBe("Not sent. Check your connection.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(actions.retry).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(actions.edit).toHaveBeenCalledWith("k1");
  await userEvent.type(field(), "Wait");
  view.restore("Hello");
  expect(field()).toHaveProperty("value", "Hello\nWait");
});

test("a question of the bot is answered with a button", async () => {
  const asked = {
    ...message("BOT", "Which one?"),
    choices: ["Where is the pool?", "Where is the gym?"],
  };
  const { actions, view } = show(readyState({ hasChat: true, messages: [asked] }));
  const choices = within(screen.getByRole("group", { name: "Did you mean" }));
  await userEvent.click(choices.getByRole("button", { name: "Where is the gym?" }));
  expect(actions.choose).toHaveBeenCalledWith(1, "Where is the gym?");
  const messages = [asked, message("VISITOR", "Where is the gym?", 1)];
  view.render(readyState({ hasChat: true, messages }));
  expect(screen.queryByRole("button", { name: "Where is the pool?" })).toBeNull();
});

test("outside of office hours the first message needs an email address", async () => {
  const opensAt = "2026-12-01T14:00:00Z";
  const closed = { ...settings, isOpen: false, opensAt };
  const { actions, view } = show(readyState({ settings: closed }));
  expect(screen.getByText(/^The office is closed\. It opens tomorrow at /)).toBeTruthy();
  await userEvent.type(field(), "Hello{Enter}");
  expect(screen.getByRole("alert").textContent).toMatch(/^Enter your email address/);
  const email = screen.getByRole("textbox", { name: "Email" });
  expect(document.activeElement).toBe(email);
  await userEvent.type(email, "kim@{Enter}");
  expect(actions.send).not.toHaveBeenCalled();
  await userEvent.type(email, "a.example");
  await userEvent.type(screen.getByRole("textbox", { name: "Name (optional)" }), "Kim{Enter}");
  const contact = { name: "Kim", email: "kim@a.example" };
  expect(actions.send).toHaveBeenCalledWith("Hello", [], contact);
  view.render(readyState({ settings: closed, hasChat: true }));
  expect(screen.queryByRole("textbox", { name: "Email" })).toBeNull();
});

test("after a hand-off the reply can come by email", async () => {
  const handedOff = readyState({ hasChat: true, hasOpenQuestion: true });
  const { actions, view } = show(handedOff);
  expect(screen.getByText("Someone will reply here.")).toBeTruthy();
  actions.saveContact.mockResolvedValueOnce("unreachable");
  await userEvent.type(screen.getByRole("textbox", { name: "Email" }), "kim@a.example{Enter}");
  expect(await screen.findByText("Not saved. Check your connection.")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Email" })).toHaveProperty("value", "kim@a.example");
  await userEvent.click(screen.getByRole("button", { name: "Email me" }));
  expect(actions.saveContact).toHaveBeenLastCalledWith({ name: "", email: "kim@a.example" });
  view.render({ ...handedOff, contact: { name: "", email: "kim@a.example" } });
  expect(screen.getByText("If you leave, we'll email the reply to kim@a.example.")).toBeTruthy();
});

test("the visitor sees that staff are typing, without their names", () => {
  const waiting = readyState({ hasChat: true, hasOpenQuestion: true });
  const { view } = show({ ...waiting, isStaffWriting: true });
  const notice = screen.getByText("Harbor Row staff is typing…");
  expect(notice.getAttribute("role")).toBe("status");
  view.render({ ...waiting, isBotWriting: true, isStaffWriting: true });
  expect(notice.textContent).toBe("Writing an answer…");
  view.render(waiting);
  expect(notice.textContent).toBe("Someone will reply here.");
  expect(notice.classList.contains("notice--writing")).toBe(false);
});

test("without email the visitor is asked to come back", () => {
  const noEmail = { ...settings, canEmail: false };
  show(readyState({ hasChat: true, hasOpenQuestion: true, settings: noEmail }));
  expect(screen.getByText(/^Someone will reply here\. You can leave/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Email me" })).toBeNull();
});

test("a chat that does not load says so", async () => {
  const { actions, view } = show(readyState({ phase: "unloaded", settings: undefined }));
  expect(screen.getByRole("alert").textContent).toContain("Couldn't load the chat.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(actions.reload).toHaveBeenCalledTimes(1);
  view.render(readyState({ phase: "gone" }));
  expect(screen.getByRole("alert").textContent).toContain("no longer available");
  view.render(readyState({ hasChat: true, failedPolls: 2 }));
  expect(screen.getByRole("alert").textContent).toContain("Connection lost");
});
