import { type RefObject, useImperativeHandle, useRef } from "react";
import { flushSync } from "react-dom";

/** What the footer of the composer can do with the panel that sends the blast. */
export type SendPanelHandle = {
  /** Selects a later start, scrolls to the panel, and focuses the field of the start. */
  chooseTime: () => void;
};

export type SendPanelRef = RefObject<SendPanelHandle | null>;

/** Returns a ref for the element of the panel. `onLater` selects a later start. */
export function useSendPanelHandle(handle: SendPanelRef, onLater: () => void) {
  const panel = useRef<HTMLElement>(null);
  useImperativeHandle(handle, () => ({
    chooseTime: () => {
      flushSync(onLater);
      panel.current?.scrollIntoView({ block: "start" });
      const start = panel.current?.querySelector<HTMLElement>('[type="datetime-local"]');
      start?.focus({ preventScroll: true });
    },
  }));
  return panel;
}
