import { useEffect, useState } from "react";
import { labels } from "./labels";

const second = 1000;

function formatCountdown(left: number): string {
  if (left < 60) return labels.seconds(left);
  return labels.minutes(Math.floor(left / 60), left % 60);
}

/** Counts down to zero, in seconds. */
export function useCountdown() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((until - now) / second));
  const running = left > 0;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), second / 4);
    return () => clearInterval(timer);
  }, [running]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * second);
  };
  return { left, words: formatCountdown(left), start };
}
