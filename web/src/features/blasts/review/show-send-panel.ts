export const sendPanelId = "blast-send";

/** Scrolls to the panel that sends the blast, and focuses it. */
export function showSendPanel(): void {
  const panel = document.getElementById(sendPanelId);
  panel?.scrollIntoView({ block: "start" });
  panel?.querySelector("input")?.focus({ preventScroll: true });
}
