// The chat as a visitor sees it: title, messages, and the field for the next one.
import { applyColor } from "./color";
import { type ComposerActions, createComposer } from "./composer";
import { element, icon, setText } from "./dom";
import { createEmailOffer, type EmailOfferActions } from "./email-offer";
import { labels } from "./labels";
import { createMessageList, type MessageActions } from "./message-list";
import { needsEmail, type State } from "./state";

export type ViewActions = ComposerActions &
  MessageActions &
  EmailOfferActions & {
    reload(): void;
    /** Closes the chat. Without it there is no button for that. */
    close?: () => void;
  };

export type ViewOptions = {
  actions: ViewActions;
  /** What was written but not sent before. */
  draft: string;
  now: () => Date;
};

export type View = ReturnType<typeof createView>;

/** Distance from the end in px within which new messages are scrolled to. */
const nearEnd = 80;

export function createView({ actions, draft, now }: ViewOptions) {
  const header = createHeader(actions.close, now);
  const greeting = element("p", { class: "greeting", dir: "auto" });
  const form = element("p", { class: "notice" });
  const list = createMessageList(actions, now);
  const notice = element("p", { class: "notice", role: "status" });
  const offer = createEmailOffer(actions);
  const problem = createProblem(actions.reload);
  const composer = createComposer(actions, draft);
  const scroller = element(
    "main",
    { class: "scroller", tabindex: "0" },
    greeting,
    form,
    ...list.elements,
  );
  scroller.append(notice, ...offer.elements, problem.element);
  const root = element("div", { class: "chat" }, header.element, scroller, composer.element);
  const scrolling = createScrolling(scroller);

  return {
    element: root,
    toEnd: scrolling.toEnd,
    toStart: () => {
      scroller.scrollTop = 0;
    },
    focus: composer.focus,
    restore: composer.restore,
    clear: composer.clear,
    render: (state: State) => {
      const isNear = scrolling.isNearEnd();
      if (state.settings) applyColor(root, state.settings.color);
      header.render(state);
      setText(greeting, state.settings?.greeting ?? "");
      greeting.hidden = greeting.textContent === "";
      form.hidden = !needsEmail(state);
      setText(form, state.settings?.canEmail ? labels.closedForm : labels.closedFormWithoutEmail);
      list.render(state);
      setText(notice, noticeOf(state));
      notice.classList.toggle("notice--writing", isWriting(state));
      notice.hidden = notice.textContent === "";
      offer.render(state);
      problem.render(state);
      composer.render(state);
      scrolling.follow(state, isNear);
    },
  };
}

/** Keeps the end in view, unless the visitor reads what is before it. */
function createScrolling(scroller: HTMLElement) {
  let lastKey = "";
  const toEnd = () => {
    scroller.scrollTop = scroller.scrollHeight;
  };
  return {
    toEnd,
    isNearEnd: () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearEnd,
    follow: (state: State, isNear: boolean) => {
      const { messages, outgoing } = state;
      const key = outgoing[outgoing.length - 1]?.key ?? messages[messages.length - 1]?._id ?? "";
      const isNew = key !== lastKey;
      lastKey = key;
      if ((isNew || isWriting(state)) && (isNear || outgoing.length > 0)) toEnd();
    },
  };
}

const isWriting = ({ isBotWriting, isStaffWriting }: State) => isBotWriting || isStaffWriting;

function noticeOf(state: State): string {
  const { phase, isBotWriting, isStaffWriting, hasOpenQuestion, settings, contact } = state;
  if (phase === "loading") return labels.loading;
  if (isBotWriting) return labels.botWriting;
  if (isStaffWriting) return labels.staffWriting(settings?.communityLabel ?? "");
  if (!hasOpenQuestion) return "";
  const isEmailed = settings?.canEmail === true || contact.email !== "";
  return isEmailed ? labels.willReply : `${labels.willReply} ${labels.comeBack}`;
}

function createHeader(close: (() => void) | undefined, now: () => Date) {
  const title = element("h1", { class: "title", dir: "auto" });
  const hours = element("p", { class: "hours" });
  const header = element("header", { class: "header" });
  header.append(element("div", { class: "header__text" }, title, hours));
  if (close) {
    const button = element("button", { type: "button", class: "close" }, icon("close"));
    button.setAttribute("aria-label", labels.close);
    button.addEventListener("click", close);
    header.append(button);
  }
  return {
    element: header,
    render: ({ settings }: State) => {
      setText(title, settings?.title || labels.defaultTitle);
      hours.hidden = settings?.isOpen !== false;
      const { opensAt } = settings ?? {};
      setText(hours, opensAt ? labels.opensAt(opensAt, now()) : labels.closed);
    },
  };
}

/** What is wrong with the chat as a whole. */
function createProblem(reload: () => void) {
  const text = element("span", {});
  const again = element("button", { type: "button", class: "link" }, labels.tryAgain);
  again.addEventListener("click", reload);
  const problem = element("p", { class: "problem", role: "alert" }, text, " ", again);
  return {
    element: problem,
    render: ({ phase, failedPolls }: State) => {
      const words = { loading: "", unloaded: labels.notLoaded, ready: "", gone: labels.gone }[
        phase
      ];
      const isDisconnected = phase === "ready" && failedPolls > 1;
      setText(text, isDisconnected ? labels.disconnected : words);
      again.hidden = phase !== "unloaded";
      problem.hidden = text.textContent === "";
    },
  };
}
