import { screen, within } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { openChat } from "../testing/visitor-chat";
import { chatOf, message, readyState } from "../testing/web-chat-samples";
import { createView, type ViewActions } from "./view";

afterEach(() => document.body.replaceChildren());

function show(state = readyState()) {
  const actions = {
    send: vi.fn<ViewActions["send"]>(),
    keepDraft: vi.fn<ViewActions["keepDraft"]>(),
    choose: vi.fn<ViewActions["choose"]>(),
    retry: vi.fn<ViewActions["retry"]>(),
    edit: vi.fn<ViewActions["edit"]>(),
    saveContact: vi.fn<ViewActions["saveContact"]>(async () => undefined),
    reload: vi.fn<ViewActions["reload"]>(),
  };
  const view = createView({ actions, draft: "", now: () => new Date("2026-11-30T10:10:00Z") });
  document.body.append(view.element);
  view.render(state);
  return { actions, view };
}

const photo = (name: string, type = "image/jpeg") => new File(["pixels"], name, { type });
const picker = () => screen.getByLabelText<HTMLInputElement>("Add photos");
const url = `data:image/jpeg;base64,${btoa("pixels")}`;

test("a visitor adds photos, removes one, and sends the others without words", async () => {
  const { actions } = show();
  await userEvent.upload(picker(), [photo("a.jpg"), photo("b.jpg")]);
  const added = within(await screen.findByRole("list", { name: "Photos to send" }));
  expect(screen.getByText("2 photos to send")).toHaveProperty("role", "status");
  expect(added.getByAltText("Photo 2 to send")).toBeTruthy();
  await userEvent.click(added.getByRole("button", { name: "Remove photo 1" }));
  expect(added.getAllByRole("listitem")).toHaveLength(1);
  expect(document.activeElement).toBe(picker());
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(actions.send).toHaveBeenCalledWith("", [url], undefined);
  expect(screen.queryByRole("list", { name: "Photos to send" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(actions.send).toHaveBeenCalledTimes(1);
});

test("a message waits for its photos to be read", async () => {
  const { actions } = show();
  await userEvent.type(screen.getByLabelText("Your message"), "See");
  const files = [photo("a.jpg")];
  Object.defineProperty(picker(), "files", { value: files, configurable: true });
  picker().dispatchEvent(new Event("change"));
  screen.getByRole("button", { name: "Send" }).click();
  expect(actions.send).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(actions.send).toHaveBeenCalledWith("See", [url], undefined));
  expect(actions.send).toHaveBeenCalledTimes(1);
});

test("at most three photos are sent at a time, and other files are refused", async () => {
  show();
  const names = ["a", "b", "c", "d"];
  await userEvent.upload(
    picker(),
    names.map((name) => photo(name)),
  );
  await screen.findByText("You can send 3 photos at a time.");
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  document.body.replaceChildren();
  show();
  const svg = photo("a.svg", "image/svg+xml");
  await userEvent.upload(picker(), [svg], { applyAccept: false });
  expect(await screen.findByText("Choose PNG, JPEG or WebP photos.")).toHaveProperty(
    "role",
    "alert",
  );
  expect(screen.queryByRole("listitem")).toBeNull();
  const large = photo("a.jpg");
  Object.defineProperty(large, "size", { value: 8_000_001 });
  await userEvent.upload(picker(), [large]);
  await screen.findByText("This photo is larger than 8 MB. Choose a smaller one.");
});

test("photos of a message open in a tab of their own and say whose they are", () => {
  const stored = (name: string) => ({
    _id: name,
    url: `https://parlor.example/files/${name}`,
    thumbnailUrl: `https://parlor.example/files/${name}-small`,
  });
  const messages = [
    { ...message("VISITOR", "", 0), _id: "one", photos: [stored("a"), stored("b")] },
    { ...message("STAFF", "Like this?", 1), photos: [stored("c")] },
  ];
  const outgoing = [
    { key: "k", body: "And this", photos: [url], contact: { name: "", email: "" } },
  ];
  show(readyState({ hasChat: true, messages, outgoing }));
  const names = screen
    .getAllByRole("img", { name: /^Photo/ })
    .map((one) => one.getAttribute("alt"));
  expect(names).toEqual([
    "Photo 1 of 2 from you",
    "Photo 2 of 2 from you",
    "Photo from Harbor Row staff",
    "Photo from you",
  ]);
  const links = screen.getAllByRole("link", { name: /^Photo/ });
  expect(links.map((one) => one.getAttribute("href"))).toEqual(
    ["a", "b", "c"].map((name) => `https://parlor.example/files/${name}`),
  );
  expect(links[0]?.getAttribute("rel")).toBe("noopener noreferrer");
});

test("photos are sent with the message, and return to the field with it", async () => {
  const { visitor, calls, returned, storage } = openChat(chatOf([message("VISITOR", "Hello")]));
  storage.writeToken("1".repeat(64));
  await visitor.load();
  visitor.send("", [url]);
  await vi.waitFor(() => expect(calls.send).toHaveBeenCalledTimes(1));
  expect(calls.send.mock.lastCall?.[1]).toEqual({ photos: [url] });
  calls.send.mockRejectedValueOnce(new Error("no connection"));
  visitor.send("See", [url]);
  await vi.waitFor(() => expect(visitor.state.outgoing[0]?.failure).toBe("failed"));
  visitor.edit(visitor.state.outgoing[0]?.key ?? "");
  expect(returned).toEqual([`See ${url}`]);
  visitor.stop();
});

test("photos that the browser can't keep don't stop it from keeping the rest", async () => {
  const { visitor, calls, storage } = openChat(chatOf([message("VISITOR", "Hello")]));
  storage.writeToken("1".repeat(64));
  await visitor.load();
  calls.send.mockRejectedValue(new Error("no connection"));
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.includes(url)) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
  });
  visitor.send("See", [url]);
  visitor.send("And this");
  visitor.keepDraft("Is any");
  const { draft, outgoing } = storage.readUnsent();
  expect([draft, ...outgoing.map(({ body }) => body)]).toEqual(["Is any", "And this"]);
  vi.unstubAllGlobals();
  visitor.stop();
});

test("the first message of a chat that exists is sent into it with another key", async () => {
  const { visitor, calls, server } = openChat();
  await visitor.load();
  calls.start.mockImplementationOnce(async () => {
    server.chat = chatOf([message("VISITOR", "From the other tab")]);
    return server.chat;
  });
  visitor.send("", [url]);
  await vi.waitFor(() => expect(calls.send).toHaveBeenCalledTimes(1));
  const startKey = calls.start.mock.lastCall?.[1];
  expect(calls.send.mock.lastCall?.slice(1)).toEqual([{ photos: [url] }, `${startKey}.send`]);
  visitor.stop();
});
