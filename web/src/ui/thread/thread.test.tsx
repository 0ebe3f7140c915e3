import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Thread, type ThreadMessage } from "./index";

const now = new Date(2026, 10, 20, 9, 0);

function message(id: string, more: Partial<ThreadMessage> = {}): ThreadMessage {
  return { id, from: "resident", name: "Priya", body: `Text ${id}`, at: now, ...more };
}

// Lays out a 300 px high scroller with messages of 200 px each.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.querySelectorAll("[data-message]").length * 200;
  });
});
afterEach(() => vi.restoreAllMocks());

function show(messages: ThreadMessage[]) {
  return <Thread label="Conversation" messages={messages} now={now} own={["staff"]} />;
}

function readOlder(log: HTMLElement) {
  log.scrollTop = 0;
  fireEvent.scroll(log);
}

const three = [message("1"), message("2"), message("3")];

it("opens at the newest message", () => {
  render(show(three));
  expect(screen.getByRole("log").scrollTop).toBe(600);
});

it("opens at the marked message if it is above the newest", () => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (
    this: HTMLElement,
  ) {
    const top = this.dataset.message ? 200 * Number(this.dataset.message) - 700 : 0;
    return { top } as DOMRect;
  });
  const { rerender } = render(
    <Thread label="Conversation" messages={three} now={now} highlightId="1" />,
  );
  const log = screen.getByRole("log");
  expect(log.scrollTop).toBe(600 - 500 - 12);
  fireEvent.scroll(log);
  rerender(
    <Thread label="Conversation" messages={[...three, message("4")]} now={now} highlightId="1" />,
  );
  expect(log.scrollTop).toBe(600 - 500 - 12);
  expect(screen.getByRole("button", { name: "New message" })).toBeTruthy();
});

it("follows new messages while scrolled to the end", () => {
  const { rerender } = render(show(three));
  rerender(show([...three, message("4")]));
  expect(screen.getByRole("log").scrollTop).toBe(800);
  expect(screen.queryByRole("button", { name: "New message" })).toBeNull();
});

it("keeps the scroll position and announces new messages", async () => {
  const { rerender } = render(show(three));
  const log = screen.getByRole("log");
  readOlder(log);
  rerender(show([...three, message("4")]));
  expect(log.scrollTop).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "New message" }));
  expect(log.scrollTop).toBe(800);
  expect(screen.queryByRole("button", { name: "New message" })).toBeNull();
});

it("shows the user's own new message even while scrolled up", () => {
  const { rerender } = render(show(three));
  const log = screen.getByRole("log");
  readOlder(log);
  rerender(show([...three, message("4", { from: "staff", name: "Dana" })]));
  expect(log.scrollTop).toBe(800);
});

it("keeps the scroll position when older messages are prepended", () => {
  const { rerender } = render(show(three));
  const log = screen.getByRole("log");
  readOlder(log);
  rerender(show([message("0"), ...three]));
  expect(log.scrollTop).toBe(200);
});

it("shows bidirectional control characters as marks", () => {
  const parts = [
    { text: "see \u202e", found: false },
    { text: "moc", found: true },
  ];
  render(show([message("1", { body: "see \u2067moc\u2069" }), message("2", { parts })]));
  expect(screen.getByText("see [RLI]moc[PDI]")).toBeTruthy();
  expect(screen.getByText("see [RLO]")).toBeTruthy();
});

it("shows the author, the time and the delivery", () => {
  render(
    show([
      message("1", { from: "bot", name: "Parlor bot", status: "Delivered" }),
      message("2", { from: "staff", name: "Dana", status: "Not delivered", failed: true }),
    ]),
  );
  expect(screen.getByText("Parlor bot")).toBeTruthy();
  expect(screen.getByText("Delivered")).toBeTruthy();
  expect(screen.getByText("Not delivered").className).toBe("message__failed");
  expect(screen.getByText("Today, Friday, November 20")).toBeTruthy();
});

it("discloses the steps of a decision", async () => {
  const steps = [{ name: "Ranked", reason: "Nothing came close.", at: now }];
  render(show([message("1", { steps })]));
  const why = screen.getByRole("button", { name: "Why" });
  expect(why.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(why);
  expect(why.getAttribute("aria-expanded")).toBe("true");
  const list = screen.getByRole("list");
  expect(within(list).getByText("Nothing came close.")).toBeTruthy();
});
