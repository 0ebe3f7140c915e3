import { useLayoutEffect, useRef } from "react";

const controls = "input, select, button";

/**
 * Keeps the keyboard focus in a list whose focused row is removed. It moves to the next row's button with
 * `data-remove`, or to the previous one's, or to the control that adds rows.
 *
 * @param addId ID of the control that adds rows, or of an element around it.
 * @returns `rows`, the ref of the list, and `keepFocus`, which must be called before a row is removed.
 */
export function useRemovalFocus<Rows extends HTMLElement>(addId: string) {
  const rows = useRef<Rows>(null);
  const removed = useRef<{ button: Element; index: number }>(undefined);
  const buttons = () => [...(rows.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];

  // Runs after each render, because a row may be shown until the server has removed it.
  useLayoutEffect(() => {
    if (!removed.current || removed.current.button.isConnected) return;
    if (document.activeElement === document.body) {
      const next = buttons()
        .slice(0, removed.current.index + 1)
        .at(-1);
      const add = document.getElementById(addId);
      const control = add?.matches(controls) ? add : add?.querySelector<HTMLElement>(controls);
      (next ?? control)?.focus();
    }
    removed.current = undefined;
  });

  const keepFocus = () => {
    const button = document.activeElement;
    if (!(button instanceof HTMLElement)) return;
    const index = buttons().indexOf(button);
    removed.current = index >= 0 ? { button, index } : undefined;
  };
  return { rows, keepFocus };
}
