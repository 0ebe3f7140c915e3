// A picture of the chat with sample messages, for the staff who choose its settings.
import type { Author, Message } from "./calls";
import { isColor } from "./color";
import { element } from "./dom";
import { labels } from "./labels";
import { createLauncher } from "./launcher";
import launcherStyles from "./launcher.css?inline";
import previewStyles from "./preview.css?inline";
import { previewLabels } from "./preview-labels";
import { initialState, type State } from "./state";
import { addStyles } from "./styles";
import { createView, type ViewActions } from "./view";
import styles from "./widget.css?inline";

/** What the preview shows; unsaved settings of the screen "Web chat". An unfinished color shows the last valid one. */
export type PreviewSettings = {
  /** Empty shows the default title. */
  title: string;
  /** Empty shows none. */
  greeting: string;
  /** Such as "#1f5f4a". */
  color: string;
  isOnLeft: boolean;
  /** False shows the form for visitors outside of office hours. */
  isOpen: boolean;
  theme: "light" | "dark";
};

export type Preview = { update(settings: PreviewSettings): void; unmount(): void };

const noActions: ViewActions = {
  send: () => undefined,
  keepDraft: () => undefined,
  choose: () => undefined,
  retry: () => undefined,
  edit: () => undefined,
  saveContact: async () => undefined,
  reload: () => undefined,
  close: () => undefined,
};

/**
 * Shows the chat with sample messages, from its greeting on, and its button. It is a picture: it has no controls to focus or press. It fills
 * the width of the host and is 560 px high.
 */
export function mountPreview(root: ShadowRoot, settings: PreviewSettings): Preview {
  addStyles(root, launcherStyles);
  addStyles(root, styles);
  addStyles(root, previewStyles);
  const view = createView({ actions: noActions, draft: "", now: () => new Date() });
  const launcher = createLauncher();
  const frame = element("div", { class: "preview__frame" }, view.element);
  // Hidden from screen readers too: beside it are the settings that it shows.
  const picture = element("div", { class: "preview", inert: "", "aria-hidden": "true" });
  picture.append(frame, launcher.button);
  root.append(picture);
  let color = settings.color;

  function update(next: PreviewSettings) {
    if (isColor(next.color)) color = next.color;
    const shown = { ...next, color };
    view.element.setAttribute("data-theme", next.theme);
    picture.classList.toggle("preview--left", next.isOnLeft);
    view.render(sampleState(shown));
    const title = next.title || labels.defaultTitle;
    launcher.render({ ...shown, title, unreadCount: 0, isExpanded: true });
    view.toStart();
  }

  update(settings);
  return {
    update,
    unmount: () => {
      picture.remove();
      root.adoptedStyleSheets = [];
      root.replaceChildren();
    },
  };
}

/** An answered question and one for staff; before the first message while the office is closed. */
function sampleState({ title, greeting, color, isOnLeft, isOpen }: PreviewSettings): State {
  const settings = { title, greeting, color, isOnLeft, isOpen };
  return {
    ...initialState,
    phase: "ready",
    settings: { ...settings, communityLabel: previewLabels.community, canEmail: true },
    hasChat: isOpen,
    hasOpenQuestion: false,
    messages: isOpen ? sampleMessages() : [],
    isExpanded: true,
  };
}

function sampleMessages(): Message[] {
  const { question, answer, openQuestion, handOff } = previewLabels;
  const at = new Date();
  at.setHours(10, 41, 0, 0);
  const sentAt = at.toISOString();
  const message = (author: Author, body: string): Message => {
    return { _id: body, author, body, choices: [], sentAt, photos: [] };
  };
  return [
    message("VISITOR", question),
    message("BOT", answer),
    message("VISITOR", openQuestion),
    message("BOT", `${handOff} ${labels.willReply}`),
  ];
}
