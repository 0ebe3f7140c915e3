import { useEffect, useEffectEvent } from "react";
import { isShortcut } from "../../lib/keys";

type Keys = { onNext: () => void; onPrevious: () => void; onEdit: () => void };

/** J and K walk the list, E edits the answer. */
export function useDeskKeys(keys: Keys) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = isShortcut(event, "j")
      ? keys.onNext
      : isShortcut(event, "k")
        ? keys.onPrevious
        : isShortcut(event, "e")
          ? keys.onEdit
          : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
