// The messages of the chat, and the choices of the last one.
import type { Author, Photo } from "./calls";
import { element, setChildren, setText } from "./dom";
import { labels } from "./labels";
import { splitLinks } from "./links";
import { type OutgoingMessage, openChoices, type State, type StoredMessage } from "./state";

export type MessageActions = {
  choose(position: number, question: string): void;
  retry(): void;
  edit(key: string): void;
};

/** Messages of one author within this time have one heading. */
const groupTime = 5 * 60_000;

export function createMessageList(actions: MessageActions, now: () => Date) {
  const log = element("div", { role: "log", "aria-label": labels.messages, class: "log" });
  const choices = element("div", { role: "group", class: "choices" });
  const rows = new Map<string, Row>();
  let choicesOf = "";

  function rowOf(key: string, author: Author): Row {
    const row = rows.get(key) ?? createRow(author, actions, key);
    rows.set(key, row);
    return row;
  }

  function renderLog({ messages, outgoing, settings }: State) {
    const community = settings?.communityLabel ?? "";
    const shown = new Map<string, Row>();
    messages.forEach((message, at) => {
      const key = message.key ?? message._id;
      const row = rowOf(key, message.author);
      const heading = startsGroup(messages[at - 1], message)
        ? `${labels.author(message.author, community)} · ${labels.sentAt(message.sentAt, now())}`
        : "";
      row.render({ heading, body: message.body, photos: message.photos, community });
      shown.set(key, row);
    });
    for (const message of outgoing) {
      const row = rowOf(message.key, "VISITOR");
      const photos = (message.photos ?? []).map((url) => ({ url: "", thumbnailUrl: url }));
      row.render({ heading: "", body: message.body, photos, community }, message);
      shown.set(message.key, row);
    }
    for (const key of [...rows.keys()]) if (!shown.has(key)) rows.delete(key);
    setChildren(
      log,
      [...shown.values()].map((row) => row.element),
    );
  }

  function renderChoices(state: State) {
    const message = openChoices(state);
    choices.hidden = !message;
    if (choicesOf === (message?._id ?? "")) return;
    choicesOf = message?._id ?? "";
    choices.setAttribute("aria-label", labels.choices);
    const buttons = (message?.choices ?? []).map((question, position) => {
      const button = element("button", { type: "button", class: "choice", dir: "auto" }, question);
      button.addEventListener("click", () => actions.choose(position, question));
      return button;
    });
    choices.replaceChildren(...buttons);
  }

  return {
    elements: [log, choices],
    render: (state: State) => {
      renderLog(state);
      renderChoices(state);
    },
  };
}

function startsGroup(before: StoredMessage | undefined, message: StoredMessage): boolean {
  if (before?.author !== message.author) return true;
  return Date.parse(message.sentAt) - Date.parse(before.sentAt) > groupTime;
}

/** What a row shows. A photo that is not stored yet has no link. */
type Content = {
  heading: string;
  body: string;
  photos: readonly Pick<Photo, "url" | "thumbnailUrl">[];
  community: string;
};

type Row = {
  element: HTMLElement;
  render(content: Content, outgoing?: OutgoingMessage): void;
};

function createRow(author: Author, { retry, edit }: MessageActions, key: string): Row {
  const heading = element("p", { class: "heading" });
  const photos = element("div", { class: "photos" });
  const bubble = element("p", { class: "bubble", dir: "auto" });
  const status = element("p", { class: "status" });
  const row = element("div", { class: `message message--${author.toLowerCase()}` });
  row.append(heading, photos, bubble, status);
  let body: string | undefined;
  let shownPhotos = "";
  let shown: OutgoingMessage | undefined;

  function renderStatus(outgoing?: OutgoingMessage) {
    status.hidden = !outgoing;
    row.classList.toggle("message--failed", outgoing?.failure !== undefined);
    if (outgoing?.failure === shown?.failure && !outgoing === !shown) return;
    shown = outgoing;
    if (!outgoing) return status.replaceChildren();
    if (!outgoing.failure) return status.replaceChildren(labels.sending);
    const again = element("button", { type: "button", class: "link" }, labels.tryAgain);
    const change = element("button", { type: "button", class: "link" }, labels.edit);
    again.addEventListener("click", retry);
    change.addEventListener("click", () => edit(key));
    const reason = element("span", { role: "alert" }, labels.notSent(outgoing.failure));
    return status.replaceChildren(reason, " ", again, " ", change);
  }

  return {
    element: row,
    render: (content, outgoing) => {
      const words = content.body;
      setText(heading, content.heading);
      heading.hidden = content.heading === "";
      if (words !== body)
        bubble.replaceChildren(...(author === "VISITOR" ? [words] : linked(words)));
      body = words;
      bubble.hidden = words === "" && content.photos.length > 0;
      // Links of the same photo differ from response to response.
      const key = content.photos.map(({ url }) => (url ? "stored" : "new")).join();
      if (key !== shownPhotos) photos.replaceChildren(...toPhotos(author, content));
      shownPhotos = key;
      photos.hidden = key === "";
      renderStatus(outgoing);
    },
  };
}

/** The photos of a message: thumbnails that open the photo in a tab of its own. */
function toPhotos(author: Author, { photos, community }: Content): HTMLElement[] {
  const from = author === "VISITOR" ? labels.you : labels.staff(community);
  return photos.map(({ url, thumbnailUrl }, at) => {
    const alt = labels.photo(from, at + 1, photos.length);
    const image = element("img", { src: thumbnailUrl, alt, class: "photo" });
    if (!url) return image;
    return element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, image);
  });
}

function linked(text: string): (Node | string)[] {
  return splitLinks(text).map((part) => {
    if (!part.href) return part.text;
    // In a tab of its own, so that the chat stays. Programs for calls and mail need none.
    const isPage = part.href.startsWith("http");
    const attributes: Record<string, string> = isPage
      ? { target: "_blank", rel: "noopener noreferrer" }
      : {};
    return element("a", { href: part.href, ...attributes }, part.text);
  });
}
