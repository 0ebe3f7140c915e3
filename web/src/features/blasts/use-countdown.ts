import { useEffect, useState } from "react";

/** Returns the whole seconds until a time in milliseconds; 0 once it has passed. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now);
  // The clock is external to React.
  useEffect(() => {
    if (until <= Date.now()) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
