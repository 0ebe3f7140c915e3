import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addChat, addChatAfterLoad } from "./loader";
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

/** Answers the frame that it has loaded, and returns what it is told, with the origin that may read it. */
function begin() {
  const post = vi.fn();
  Object.defineProperty(frame(), "contentWindow", { value: { postMessage: post } });
  receive({ type: "loaded" });
  return post.mock.calls[0] as [{ message: unknown }, string];
}

test("who is signed in on the website is told only to the frame, and is in no address", async () => {
  const script = document.createElement("script");
  script.type = "text/plain";
  script.src = address;
  const visitor = { email: "ann@mail.example", expires: "1772463600", signature: "0f".repeat(32) };
  Object.assign(script.dataset, visitor);
  addChatAfterLoad(script);
  await vi.waitFor(() => expect(frame()).toBeTruthy());
  expect(frame()?.src).toBe(`${parlor}/chat/abc`);
  const [{ message }, origin] = begin();
  expect(message).toMatchObject({ type: "begin", visitor });
  expect(origin).toBe(parlor);
});

test("without an email address nobody is signed in", async () => {
  const script = document.createElement("script");
  script.type = "text/plain";
  script.src = address;
  script.dataset.signature = "0f".repeat(32);
  addChatAfterLoad(script);
  await vi.waitFor(() => expect(frame()).toBeTruthy());
  expect(begin()[0].message).toMatchObject({ type: "begin", visitor: undefined });
});

test("a script without a key adds nothing", () => {
  addChat(`${parlor}/chat.js`);
  expect(document.body.childElementCount).toBe(0);
});
