import { afterEach, beforeEach, expect, test } from "vitest";
import { addChat } from "./loader";
import { type FromFrame, wrap } from "./protocol";

const parlor = "https://parlor.example";
const address = `${parlor}/chat.js?key=abc`;
const ready = {
  type: "ready",
  title: "Chat with Harbor Row",
  color: "#1f5f4a",
  isOnLeft: true,
  isExpanded: false,
} as const;

beforeEach(() => {
  // The frame's page is not loaded: only the browser tests have a server.
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { disableIframePageLoading: boolean } };
  };
  happyDOM.settings.disableIframePageLoading = true;
});
afterEach(() => document.body.replaceChildren());

const root = () => document.getElementById("parlor-chat")?.shadowRoot;
const frame = () => root()?.querySelector("iframe");
const button = () => root()?.querySelector("button");

function receive(message: FromFrame, origin = parlor) {
  const source = frame()?.contentWindow;
  dispatchEvent(new MessageEvent("message", { data: wrap(message), origin, source }));
}

test("the chat is in the page once, and its button comes when it can be shown", () => {
  addChat(address);
  addChat(address);
  expect(document.body.childElementCount).toBe(1);
  expect(frame()?.src).toBe(`${parlor}/chat/abc`);
  expect(button()).toBeNull();
  receive(ready, "https://evil.example");
  expect(button()).toBeNull();
  receive(ready);
  expect(button()?.getAttribute("aria-label")).toBe("Chat with Harbor Row");
  expect(button()?.classList.contains("launcher--left")).toBe(true);
  expect(frame()?.hidden).toBe(true);
});

test("the button opens and closes the chat, and shows what is unread", () => {
  addChat(address);
  receive(ready);
  receive({ type: "unread", count: 2 });
  expect(button()?.getAttribute("aria-label")).toBe("Chat with Harbor Row, 2 new messages");
  button()?.click();
  expect(button()?.getAttribute("aria-expanded")).toBe("true");
  expect(button()?.getAttribute("aria-label")).toBe("Chat with Harbor Row");
  expect(frame()?.hidden).toBe(false);
  receive({ type: "minimize" });
  expect(button()?.getAttribute("aria-expanded")).toBe("false");
  expect(frame()?.hidden).toBe(true);
  expect(root()?.activeElement ?? document.activeElement).toBe(button());
});

test("a script without a key adds nothing", () => {
  addChat(`${parlor}/chat.js`);
  expect(document.body.childElementCount).toBe(0);
});
