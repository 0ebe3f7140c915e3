import { useShortcuts } from "../../../entities/shortcut/use-shortcuts";

const cards = () => [...document.querySelectorAll<HTMLElement>(".board .work-card[role=row]")];

/** Returns the index of the card that is or contains the focused element. */
function focusedAt(all: readonly HTMLElement[]): number {
  return all.findIndex((card) => card.contains(document.activeElement));
}

function walk(step: number) {
  const all = cards();
  const at = focusedAt(all);
  all[at < 0 ? 0 : at + step]?.focus();
}

/** J and K move through the cards of all columns; M opens the card's move menu. */
export function useBoardKeys() {
  useShortcuts("board", {
    j: () => walk(1),
    k: () => walk(-1),
    m: () => {
      const all = cards();
      all[focusedAt(all)]?.querySelector<HTMLElement>("[data-move]")?.click();
    },
  });
}
