// The frame's side of the connection to the website.
import type { WidgetSettings } from "./calls";
import { type FromFrame, type FromHost, unwrap, wrap } from "./protocol";
import { parseSignedVisitor, type SignedVisitor } from "./signed-visitor";

export type HostEvents = {
  onBegin(): void;
  /** `hasFocus` is true if the visitor opened the chat. */
  onExpand(hasFocus: boolean): void;
  onMinimize(): void;
};

/** Connects to the page around the frame. Which pages may be around it is up to the browser. */
export function connectToHost({ onBegin, onExpand, onMinimize }: HostEvents) {
  let origin = "";
  let page = "";
  let visitor: SignedVisitor | undefined;
  let unread = 0;
  const post = (message: FromFrame) => window.parent.postMessage(wrap(message), origin);

  addEventListener("message", (event) => {
    if (event.source !== window.parent || (origin && event.origin !== origin)) return;
    const message = unwrap<FromHost>(event.data);
    if (message?.type === "begin" && !origin) {
      origin = event.origin;
      page = String(message.page).slice(0, 500);
      visitor = parseSignedVisitor(message.visitor);
      onBegin();
    }
    if (!origin) return;
    if (message?.type === "expanded") onExpand(message.hasFocus);
    if (message?.type === "minimized") onMinimize();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) minimize();
  });

  function minimize() {
    if (origin) post({ type: "minimize" });
  }

  return {
    page: () => page,
    signedVisitor: () => visitor,
    minimize,
    /** Tells the website that it can begin. Its origin is not known yet, and the message says nothing else. */
    announce: () => window.parent.postMessage(wrap({ type: "loaded" }), "*"),
    ready: ({ title, color, isOnLeft }: WidgetSettings, isExpanded: boolean) =>
      post({ type: "ready", title, color, isOnLeft, isExpanded }),
    showUnread: (count: number) => {
      if (count === unread) return;
      unread = count;
      post({ type: "unread", count });
    },
  };
}
