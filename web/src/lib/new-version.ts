// Detects whether the server has a newer build than the one in this tab. A build is identified by
// the name of its first script, which changes with everything it loads.

/**
 * Minimum time between checks, in milliseconds: when the user returns, and while the tab is open.
 */
export const checkIntervals = { back: 60_000, stay: 15 * 60_000 };

function firstScript(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;
}

/**
 * Also returns false when the server doesn't answer, or answers with something other than the app.
 */
export async function hasNewVersion(): Promise<boolean> {
  const own = firstScript(document);
  try {
    const response = await fetch("/index.html", { cache: "no-store" });
    if (!response.ok || own === null) return false;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const other = firstScript(page);
    return other !== null && other !== own;
  } catch {
    return false;
  }
}

/**
 * Checks until there is another build, then calls `onOther` once. Returns a function that stops it.
 */
export function watchForNewVersion(
  isOther: () => Promise<boolean>,
  onOther: () => void,
): () => void {
  let lastCheck = Date.now();
  let over = false;
  const stop = () => {
    over = true;
    clearInterval(timer);
    window.removeEventListener("focus", onBack);
    document.removeEventListener("visibilitychange", onBack);
  };
  const check = async (pause: number) => {
    if (over || document.visibilityState === "hidden" || Date.now() - lastCheck < pause) return;
    lastCheck = Date.now();
    if (!(await isOther()) || over) return;
    stop();
    onOther();
  };
  const onBack = () => void check(checkIntervals.back);
  const timer = setInterval(() => void check(checkIntervals.stay), checkIntervals.back);
  window.addEventListener("focus", onBack);
  document.addEventListener("visibilitychange", onBack);
  return stop;
}
