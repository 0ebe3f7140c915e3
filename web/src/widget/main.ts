// The page of the chat, in a website's frame or on its own.
import "./widget.css";
import { createCalls } from "./calls";
import { VisitorChat } from "./chat";
import { connectToHost } from "./host";
import type { State } from "./state";
import { createView } from "./view";
import { createVisitorStorage } from "./visitor-storage";

const theme = matchMedia("(prefers-color-scheme: dark)");

function start(siteKey: string): void {
  const isFramed = window.parent !== window;
  const storage = createVisitorStorage(siteKey);
  const host = isFramed
    ? connectToHost({ onBegin: () => void onBegin(), onExpand, onMinimize })
    : undefined;
  const chat = new VisitorChat({
    calls: createCalls(siteKey),
    storage,
    page: () => host?.page() ?? "",
    isTest: !isFramed,
    signedVisitor: () => host?.signedVisitor(),
    onChange: render,
    onReturn: (text, photos) => view.restore(text, photos),
    onLeave: () => view.clear(),
  });
  const view = createView({
    actions: {
      send: (body, photos, contact) => chat.send(body, photos, contact),
      keepDraft: (text) => chat.keepDraft(text),
      edit: (key) => chat.edit(key),
      saveContact: (contact) => chat.saveContact(contact),
      choose: (position, question) => {
        chat.choose(position, question);
        view.focus();
      },
      retry: () => {
        chat.retry();
        view.focus();
      },
      reload: () => void chat.load(),
      ...(host ? { close: host.minimize } : {}),
    },
    draft: chat.draft,
    now: () => new Date(),
  });
  let isReady = false;

  function render(state: State) {
    view.render(state);
    if (state.settings) document.title = state.settings.title;
    if (!host || !state.settings) return;
    if (!isReady) host.ready(state.settings, storage.readExpanded());
    isReady = true;
    host.showUnread(state.unreadCount);
  }

  function onBegin() {
    // What was not sent on the previous page is sent once the chat is there.
    return chat.load().then(() => chat.retry());
  }

  function onExpand(hasFocus: boolean) {
    chat.expand();
    view.toEnd();
    // On a phone the keyboard would cover the messages.
    if (hasFocus && matchMedia("(pointer: fine)").matches) view.focus();
  }

  function onMinimize() {
    chat.minimize();
  }

  const showTheme = () => view.element.setAttribute("data-theme", theme.matches ? "dark" : "light");
  showTheme();
  theme.addEventListener("change", showTheme);
  document.addEventListener("visibilitychange", () => chat.noteVisibility());
  addEventListener("online", () => chat.noteVisibility());
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => chat.noteActivity());
  addEventListener("storage", ({ key }) => key === storage.tokenKey && chat.noteOtherTab());
  (document.getElementById("chat") ?? document.body).append(view.element);
  view.render(chat.state);
  if (host) {
    host.announce();
  } else {
    chat.expand();
    void onBegin().then(view.focus);
  }
}

const siteKey = /^\/chat\/([^/]+)/.exec(location.pathname)?.[1];
if (siteKey) start(decodeURIComponent(siteKey));
