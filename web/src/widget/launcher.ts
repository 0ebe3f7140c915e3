// The button that opens the chat.
import { applyColor } from "./color";
import { element, icon, setText } from "./dom";
import { launcherLabels } from "./launcher-labels";

export type LauncherState = {
  title: string;
  color: string;
  isOnLeft: boolean;
  unreadCount: number;
  isExpanded: boolean;
};

export type Launcher = { button: HTMLButtonElement; render(state: LauncherState): void };

export function createLauncher(): Launcher {
  const badge = element("span", { class: "launcher__badge", "aria-hidden": "true" });
  const button = element("button", { type: "button", class: "launcher" }, icon("chat"), badge);
  let shown = false;

  return {
    button,
    render: ({ title, color, isOnLeft, unreadCount, isExpanded }) => {
      applyColor(button, color);
      button.classList.toggle("launcher--left", isOnLeft);
      button.setAttribute("aria-label", launcherLabels.button(title, unreadCount));
      button.setAttribute("aria-expanded", String(isExpanded));
      setText(badge, unreadCount > 9 ? "9+" : String(unreadCount));
      badge.hidden = unreadCount === 0;
      if (shown === isExpanded) return;
      shown = isExpanded;
      button.firstElementChild?.replaceWith(icon(isExpanded ? "close" : "chat"));
    },
  };
}
