export const sendPanelId = "blast-send";

/** Brings the panel that sends the blast into view, and the focus to it. */
export function showSendPanel(): void {
  const panel = document.getElementById(sendPanelId);
  panel?.scrollIntoView({ block: "start" });
  panel?.querySelector("input")?.focus({ preventScroll: true });
}
