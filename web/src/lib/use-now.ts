import { useSyncExternalStore } from "react";

// One clock for all ages on the screen. It ticks only while a component uses it.

const beat = 15_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, beat);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function read() {
  if (!timer) now = Math.max(now, Math.floor(Date.now() / 1000) * 1000);
  return now;
}

/** Returns the time in milliseconds. Updates every 15 seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read);
}
