// The script that a community puts into its website: a button, and the chat in a frame of Parlor's own origin. It
// adds one element to the page and changes nothing else.
import { element } from "./dom";
import { createLauncher, type LauncherState } from "./launcher";
import launcherStyles from "./launcher.css?inline";
import { type FromFrame, type FromHost, type GivenVisitor, unwrap, wrap } from "./protocol";
import { addStyles } from "./styles";

const id = "parlor-chat";
/** Narrower windows show the chat over the whole page, so that it opens only when asked to. */
const wide = "(min-width: 481px) and (min-height: 421px)";

/**
 * Adds the chat to the page, hidden until the chat can be shown. `address` is that of the script, and `visitor` who is
 * signed in on the website.
 */
export function addChat(address: string, visitor?: GivenVisitor): void {
  const url = new URL(address);
  const key = url.searchParams.get("key");
  if (!key || document.getElementById(id)) return;

  const { root, frame } = addFrame(`${url.origin}/chat/${encodeURIComponent(key)}`);
  const { button, render } = createLauncher();
  button.setAttribute("aria-controls", frame.id);
  let state: LauncherState | undefined;
  const post = (message: FromHost) => frame.contentWindow?.postMessage(wrap(message), url.origin);

  function update(change: Partial<LauncherState>) {
    if (!state) return;
    state = { ...state, ...change };
    frame.hidden = !state.isExpanded;
    render(state);
  }

  function expand(hasFocus: boolean) {
    update({ isExpanded: true, unreadCount: 0 });
    if (hasFocus) frame.focus();
    post({ type: "expanded", hasFocus });
  }

  function minimize() {
    update({ isExpanded: false });
    post({ type: "minimized" });
    button.focus();
  }

  function show({ title, color, isOnLeft, isExpanded }: Extract<FromFrame, { type: "ready" }>) {
    state = { title, color, isOnLeft, unreadCount: 0, isExpanded: state?.isExpanded ?? false };
    frame.title = title;
    frame.classList.toggle("frame--left", isOnLeft);
    if (!button.isConnected) root.insertBefore(button, frame);
    update({});
    if (isExpanded && matchMedia(wide).matches) expand(false);
  }

  addEventListener("message", ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== url.origin) return;
    const message = unwrap<FromFrame>(data);
    if (message?.type === "loaded") post({ type: "begin", page: pageAddress(), visitor });
    if (message?.type === "ready") show(message);
    if (message?.type === "unread") update({ unreadCount: message.count });
    if (message?.type === "minimize") minimize();
  });
  button.addEventListener("click", () => (state?.isExpanded ? minimize() : expand(true)));
  root.addEventListener("keydown", (event) => {
    if ((event as KeyboardEvent).key === "Escape" && state?.isExpanded) minimize();
  });
  followKeyboard(frame);
}

/** Adds the hidden frame. It is in the page from the start; the button only once the chat can be shown. */
function addFrame(address: string) {
  const host = element("div", { id });
  const root = host.attachShadow({ mode: "open" });
  addStyles(root, launcherStyles);
  const frame = element("iframe", { id: "frame", class: "frame", hidden: "", src: address });
  root.append(frame);
  document.body.append(host);
  return { root, frame };
}

/** Without the query and the fragment, which may contain private data. */
function pageAddress(): string {
  return `${location.origin}${location.pathname}`.slice(0, 500);
}

/** Keeps a chat over the whole page above the keyboard of a phone. */
function followKeyboard(frame: HTMLElement): void {
  const view = window.visualViewport;
  const follow = () => {
    // A zoomed page is larger than what is visible of it.
    if (view && view.scale > 1.01) return;
    frame.style.setProperty("--top", `${view?.offsetTop ?? 0}px`);
    frame.style.setProperty("--height", view ? `${view.height}px` : "100%");
  };
  view?.addEventListener("resize", follow);
  view?.addEventListener("scroll", follow);
  follow();
}

/** Adds the chat once the page has loaded, so that it does not delay the website. */
export function addChatAfterLoad(script: HTMLOrSVGScriptElement | null): void {
  if (!script || !("src" in script)) return;
  const { src } = script;
  const { email, name, expires, signature } = script.dataset;
  const visitor = email ? { email, name, expires, signature } : undefined;
  const add = () => setTimeout(() => addChat(src, visitor), 0);
  if (document.readyState === "complete") add();
  else addEventListener("load", add);
}
