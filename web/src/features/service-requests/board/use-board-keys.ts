import { useHotkeys } from "../../../lib/use-hotkeys";

const cards = () => [...document.querySelectorAll<HTMLElement>(".board .work-card[role=row]")];

/** Returns the position of the card that has the focus, or has it within. */
function focusedAt(all: readonly HTMLElement[]): number {
  return all.findIndex((card) => card.contains(document.activeElement));
}

function walk(step: number) {
  const all = cards();
  const at = focusedAt(all);
  all[at < 0 ? 0 : at + step]?.focus();
}

/** J and K walk through the cards of all columns; M opens the moves of the card. */
export function useBoardKeys() {
  useHotkeys("board", {
    j: () => walk(1),
    k: () => walk(-1),
    m: () => {
      const all = cards();
      all[focusedAt(all)]?.querySelector<HTMLElement>("[data-move]")?.click();
    },
  });
}
