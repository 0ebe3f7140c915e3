import { labels } from "./labels";

// Names of browsers and systems, from a user agent.

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, labels.edge],
  [/\bOPR\/|\bOpera\b/, labels.opera],
  [/\bSamsungBrowser\//, labels.samsungInternet],
  [/\bFirefox\/|\bFxiOS\//, labels.firefox],
  [/Chrome\/|\bCriOS\//, labels.chrome],
  [/\bSafari\//, labels.safari],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b/, labels.android],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, labels.windows],
  [/\bMac OS X\b|\bMacintosh\b/, "a Mac"],
  [/\bLinux\b/, labels.linux],
];

/** "Chrome on a Mac". */
export function userAgentLabel(agent: string): string {
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1];
  const system = systems.find(([sign]) => sign.test(agent))?.[1];
  if (!browser && !system) return labels.unknownApp;
  return system ? `${browser ?? "A browser"} on ${system}` : `${browser}`;
}
